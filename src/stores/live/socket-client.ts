// What the realtime connection takes of Socket.IO's client, which is loaded late. Without this module the bundler would keep all that the
// package exports, because it does not see which of it loadPart's caller uses.
export { io } from 'socket.io-client'
