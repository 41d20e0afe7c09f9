// The part of PostgreSQL's wire protocol, version 3, that a server in front of PGlite needs besides passing messages on.

/** Protocol 3.0, in the first message of a connection. */
const PROTOCOL = 196_608

/** More than any statement of a command; a client that sends more without an end of its batch is cut off. */
const BATCH_MOST_BYTES = 16_777_216

const SYNC = 'S'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)

/** Accepts a connection without a password, and says that it is ready: AuthenticationOk, ReadyForQuery. */
export const WELCOME = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])

/** The statement that ends an open transaction. */
export const ROLLBACK = messageOf('Q', 'rollback\0')

function messageOf(type: string, body: string): Buffer {
  const message = Buffer.from(`${type}\0\0\0\0${body}`)
  message.writeUInt32BE(message.length - 1, 1)
  return message
}

/** Returns the message of a server that ends the connection. */
export function fatalError(code: string, words: string): Buffer {
  return messageOf('E', `SFATAL\0VFATAL\0C${code}\0M${words}\0\0`)
}

/** Tells whether a reply, which ends with ReadyForQuery, leaves a transaction open. */
export function isInTransaction(reply: Uint8Array): boolean {
  return reply.at(-1) !== 'I'.charCodeAt(0)
}

/** Returns the length of the first message from an offset on, with its head; undefined until it has arrived in full. */
function lengthOfMessage(bytes: Buffer, at: number, typeBytes: number): number | undefined {
  if (bytes.length < at + typeBytes + 4) return undefined
  const length = typeBytes + bytes.readUInt32BE(at + typeBytes)
  if (length < typeBytes + 4 || length > BATCH_MOST_BYTES) throw new Error('The client does not speak the protocol')
  return bytes.length < at + length ? undefined : length
}

/**
 * Reads the messages of a client, and yields what belongs together: all messages up to a Sync or a Query, which are answered by
 * one ReadyForQuery. Begins with an empty batch when the client has introduced itself; ends when it says good-bye.
 *
 * @throws Error when the client speaks another protocol, or sends too much
 */
export async function* readBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let bytes = Buffer.alloc(0)
  let isIntroduced = false
  let end = 0
  for await (const chunk of chunks) {
    bytes = Buffer.concat([bytes, chunk])
    if (bytes.length > BATCH_MOST_BYTES) throw new Error('The client sends too much')
    if (!isIntroduced) {
      const length = lengthOfMessage(bytes, 0, 0)
      if (length === undefined) continue
      if (length < 8 || bytes.readUInt32BE(4) !== PROTOCOL) throw new Error('The client speaks another protocol')
      isIntroduced = true
      bytes = bytes.subarray(length)
      yield Buffer.alloc(0)
    }
    for (;;) {
      const length = lengthOfMessage(bytes, end, 1)
      if (length === undefined) break
      const type = bytes[end]
      if (type === TERMINATE) return
      end += length
      if (type !== SYNC && type !== QUERY) continue
      yield bytes.subarray(0, end)
      bytes = bytes.subarray(end)
      end = 0
    }
  }
}
