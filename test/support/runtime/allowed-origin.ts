/** The only foreign web origin that the tests' runtime allows. */
export const allowedOrigin = 'https://app.example.com';
