// The Bot API of Telegram on loopback: it knows one token, delivers what chats write, and fails as it is told to.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BOT_TOKEN = '7000000001:AAtest-token-of-a-bot-that-nobody-has'
export const BOT_NAME = 'spacedrop_office_bot'

/** The answer to one sending; `silence` for none, `no connection` for one that is cut. */
export type TelegramAnswer =
  | { readonly status: number; readonly description?: string; readonly parameters?: object }
  | 'silence'
  | 'no connection'

export interface TelegramStandIn {
  /** For TELEGRAM_API. */
  readonly api: string
  /** What the bot wrote, in order. */
  readonly sent: readonly { readonly chat: number; readonly text: string }[]
  /** The answers to the next sendings; a message that arrives after them. */
  readonly answers: TelegramAnswer[]
  /** A person, or a group where the number is below zero, writes to the bot. */
  write(chat: number, text: string): void
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString() || '{}')
}

/** Opens it on a free port. */
export async function openTelegram(): Promise<TelegramStandIn> {
  const sent: { chat: number; text: string }[] = []
  const answers: TelegramAnswer[] = []
  let updates: { update_id: number; message: object }[] = []
  let lastId = 500

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request)
    const answer = (status: number, reply: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
    const [, token, method] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    if (token !== BOT_TOKEN) return answer(401, { ok: false, error_code: 401, description: 'Unauthorized' })
    if (method === 'getMe') return answer(200, { ok: true, result: { id: 7_000_000_001, username: BOT_NAME } })
    if (method === 'getUpdates') {
      const { offset, limit } = body as { offset?: number; limit: number }
      updates = updates.filter(({ update_id }) => offset === undefined || update_id >= offset)
      return answer(200, { ok: true, result: updates.slice(0, limit) })
    }
    if (method !== 'sendMessage') return answer(404, { ok: false, error_code: 404, description: 'Not Found' })
    const wanted = answers.shift()
    if (wanted === 'silence') return
    if (wanted === 'no connection') return void response.destroy()
    if (wanted !== undefined) {
      const { status, ...rest } = wanted
      return answer(status, { ok: false, error_code: status, ...rest })
    }
    sent.push({ chat: Number(body.chat_id), text: String(body.text) })
    answer(200, { ok: true, result: { message_id: sent.length } })
  }

  const server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    answers,
    write: (chat, text) => {
      const about = chat < 0 ? { title: 'Office team' } : { username: 'olena', first_name: 'Olena' }
      lastId += 1
      updates.push({ update_id: lastId, message: { message_id: lastId, chat: { id: chat, ...about }, text } })
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
