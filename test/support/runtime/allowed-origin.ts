/** The one foreign web origin that the runtime under test allows. */
export const allowedOrigin = 'https://app.example.com';
