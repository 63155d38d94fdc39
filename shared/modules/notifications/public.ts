/** What other modules may use of notifications. */
export {
  type AddressedNotification,
  addressedType,
  addressedWrites,
  findAddressed,
  findNotification,
} from './notification-reader.ts';
export { notificationWrites } from './notification-request.ts';
export { notify } from './notify.ts';
