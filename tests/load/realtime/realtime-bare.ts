// The baseline of broadcasts: a bare ws server that sends everyone one message five times a second, as long as a
// message of drops.
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
const filling = 'x'.repeat(Number(process.argv[2] ?? 900))
setInterval(() => {
  const message = `{"created_at":${Date.now()},"filling":"${filling}"}`
  for (const client of server.clients) client.send(message)
}, 200)
server.on('listening', () => {
  const address = server.address()
  console.log(JSON.stringify({ port: typeof address === 'object' ? address?.port : 0 }))
})
process.once('SIGTERM', () => process.exit(0))
