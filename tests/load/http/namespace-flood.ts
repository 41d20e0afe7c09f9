// Connections that ask for namespaces which nobody knows, as fast as they can, and come back when they are cut. Arguments: port, connections,
// seconds. Prints what was sent and how often they were cut.
import { WebSocket } from 'ws'

const [port = '', connections = '', seconds = ''] = process.argv.slice(2)
const PACKETS = 500
const untilMs = performance.now() + Number(seconds) * 1000

const counts = { sent: 0, cut: 0, refused: 0 }

/** Sends until the server ends the connection. */
function flood(): Promise<void> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      origin: `http://127.0.0.1:${port}`,
    })
    let isOpen = false
    const send = (): void => {
      if (socket.readyState !== WebSocket.OPEN) return
      for (let number = 0; number < PACKETS; number++) socket.send(`40/missing-${number},`)
      counts.sent += PACKETS
      setImmediate(send)
    }
    socket.on('open', () => {
      isOpen = true
      send()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (isOpen) counts.cut++
      else counts.refused++
      resolve()
    })
    setTimeout(() => socket.terminate(), Math.max(0, untilMs - performance.now())).unref()
  })
}

async function floodUntilTheEnd(): Promise<void> {
  while (performance.now() < untilMs) await flood()
}

await Promise.all(Array.from({ length: Number(connections) }, floodUntilTheEnd))
process.stdout.write(JSON.stringify(counts))
process.exit(0)
