// A proxy between a server and PostgreSQL that understands enough of their protocol to cut the connection at a chosen
// moment of a transaction, or to freeze it there while the server is killed.
//
// A client sends a first message of a length and a body, then messages of a letter, a length (which includes itself)
// and a body. Q is a query by its text; P names a statement, B binds one by its name, E executes it, and S commits it
// where no transaction is open.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/**
 * within: in the middle of the first matching statement. before: when its COMMIT is about to be forwarded. after: when
 * the COMMIT was forwarded and has taken effect, and before its response is returned.
 */
export type Moment = 'within' | 'before' | 'after'

export interface Cut {
  /** Found in the text of a statement of the transaction. */
  readonly touching: RegExp
  readonly moment: Moment
  /** True freezes both sides instead of disconnecting them. */
  readonly hold?: boolean
}

export interface CuttingProxy {
  /** The address of the same database through the proxy. */
  readonly url: string
  /** Cuts the next matching transaction; resolves afterwards. */
  cutNext(cut: Cut): Promise<void>
  /** True while no matching transaction has arrived. */
  isWaiting(): boolean
  /** Cuts all connections at any moment. */
  cutAll(): void
  close(): Promise<void>
}

interface Message {
  /** Empty for the first one. */
  readonly letter: string
  readonly body: Buffer
  readonly whole: Buffer
}

/** Takes the complete messages off the front of the buffer; an incomplete one stays. */
function takeMessages(bytes: Buffer, isFirst: boolean): { messages: Message[]; rest: Buffer } {
  const messages: Message[] = []
  let rest = bytes
  for (;;) {
    const lettered = isFirst && messages.length === 0 ? 0 : 1
    if (rest.length < lettered + 4) return { messages, rest }
    const length = lettered + rest.readInt32BE(lettered)
    if (rest.length < length) return { messages, rest }
    const letter = rest.toString('latin1', 0, lettered)
    messages.push({ letter, body: rest.subarray(lettered + 4, length), whole: rest.subarray(0, length) })
    rest = rest.subarray(length)
  }
}

/** The texts in a message, each terminated by a zero. */
function textsIn(body: Buffer): string[] {
  return body.toString('latin1').split('\0')
}

/** The parsed state of one connection of the server. */
class TransactionParser {
  readonly #statements = new Map<string, string>()
  /** The statements of the transaction so far. */
  texts: string[] = []
  #isOpen = false

  /** Returns whether the message runs a statement, commits, or neither. */
  hear({ letter, body }: Message): 'statement' | 'commit' | 'other' {
    if (letter === 'P') {
      const [name = '', text = ''] = textsIn(body)
      this.#statements.set(name, text)
    }
    if (letter === 'B') this.#begin(this.#statements.get(textsIn(body)[1] ?? '') ?? '')
    if (letter === 'E') return 'statement'
    if (letter === 'S') return this.#isOpen ? 'other' : 'commit'
    if (letter !== 'Q') return 'other'
    const [text = ''] = textsIn(body)
    if (/^commit/i.test(text)) return 'commit'
    if (/^rollback/i.test(text)) {
      this.end()
      return 'other'
    }
    if (/^begin/i.test(text)) {
      this.texts = []
      this.#isOpen = true
      return 'other'
    }
    this.#begin(text)
    return 'statement'
  }

  #begin(text: string): void {
    if (!this.#isOpen) this.texts = []
    this.texts.push(text)
  }

  /** A transaction is over. */
  end(): void {
    this.#isOpen = false
    this.texts = []
  }
}

interface Armed extends Cut {
  readonly done: () => void
}

/** A connection between the server and the database. */
class Line {
  readonly #server: Socket
  readonly #database: Socket
  readonly #said = new TransactionParser()
  readonly #take: (said: TransactionParser, moment: Moment) => Armed | undefined
  #isFirst = true
  #left: Buffer = Buffer.alloc(0)
  /** Set while it waits for the response to a COMMIT that will not be forwarded. */
  #withheld: Armed | undefined
  #isHeld = false

  constructor(server: Socket, database: Socket, take: (said: TransactionParser, moment: Moment) => Armed | undefined) {
    this.#server = server
    this.#database = database
    this.#take = take
    server.on('data', (bytes) => this.#fromServer(bytes))
    database.on('data', (bytes) => this.#fromDatabase(bytes))
    for (const [one, other] of [
      [server, database],
      [database, server],
    ] as const) {
      one.setNoDelay(true)
      // After any end: the other side is closed too.
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  }

  cut(): void {
    this.#server.destroy()
    this.#database.destroy()
  }

  #act({ hold, done }: Armed): void {
    this.#isHeld = true
    if (hold !== true) this.cut()
    done()
  }

  #fromServer(bytes: Buffer): void {
    const { messages, rest } = takeMessages(Buffer.concat([this.#left, bytes]), this.#isFirst)
    this.#left = rest
    for (const message of messages) {
      if (this.#isHeld) return
      this.#isFirst = false
      const heard = this.#said.hear(message)
      if (heard === 'commit') {
        const before = this.#take(this.#said, 'before')
        if (before !== undefined) {
          this.#act(before)
          return
        }
        this.#withheld = this.#take(this.#said, 'after')
        this.#said.end()
      }
      this.#database.write(message.whole)
      const within = heard === 'statement' ? this.#take(this.#said, 'within') : undefined
      if (within !== undefined) this.#act(within)
    }
  }

  #fromDatabase(bytes: Buffer): void {
    if (this.#isHeld) return
    // The first message after a forwarded COMMIT is its response.
    if (this.#withheld !== undefined) this.#act(this.#withheld)
    else this.#server.write(bytes)
  }
}

/** A proxy in front of the database at an address. */
export async function openCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl)
  const lines = new Set<Line>()
  let armed: Armed | undefined
  const take = (said: TransactionParser, moment: Moment): Armed | undefined => {
    const found = armed
    if (found?.moment !== moment || !said.texts.some((text) => found.touching.test(text))) return undefined
    armed = undefined
    return found
  }
  const gate = createServer((server) => {
    const line = new Line(server, connect(Number(target.port || 5432), target.hostname), take)
    lines.add(line)
    server.once('close', () => lines.delete(line))
  })
  gate.listen(0, '127.0.0.1')
  await once(gate, 'listening')
  const address = gate.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port')
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(address.port)
  const cutAll = (): void => {
    for (const line of lines) line.cut()
  }
  return {
    url: url.href,
    cutNext: (cut) =>
      new Promise((resolve) => {
        armed = { ...cut, done: resolve }
      }),
    isWaiting: () => armed !== undefined,
    cutAll,
    close: async () => {
      gate.close()
      cutAll()
      await once(gate, 'close')
    },
  }
}
