// A bot at Telegram that writes to chats, and reads which chat sent a code (https://core.telegram.org/bots/api).
import { z } from 'zod'
import { type Fetch, RequestFailed, requestText } from '../network/bounded-request.ts'
import { type AlertOutcome, BYTES_MAX, DEADLINE_MS } from './outcome.ts'

/** A hundred messages of 4,096 letters, each written in six bytes, with what is around them: anyone may write to the bot. */
const UPDATES_BYTES_MAX = 4_194_304
const SECOND_MS = 1000

const chatSchema = z.object({
  id: z.int(),
  title: z.string().optional(),
  username: z.string().optional(),
  first_name: z.string().optional(),
})

const updateSchema = z.object({
  update_id: z.int(),
  message: z.object({ chat: chatSchema, text: z.string().optional() }).optional(),
})

const replySchema = z.object({
  ok: z.boolean(),
  result: z.unknown().optional(),
  description: z.string().optional(),
  parameters: z.object({ retry_after: z.number().optional(), migrate_to_chat_id: z.int().optional() }).optional(),
})

/** A message that a chat sent to the bot. */
export interface BotMessage {
  readonly chat: string
  /** Its title, or who it is with. */
  readonly chatName: string
  readonly text: string
}

export interface TelegramBot {
  /** Returns the bot's user name; null where Telegram does not answer, or does not know the token. */
  userName(): Promise<string | null>
  /**
   * Reads what was written to the bot since the last time. What `use` threw over is read again.
   *
   * @throws RequestFailed when Telegram does not answer, or another process reads at the same time
   */
  readMessages(use: (messages: readonly BotMessage[]) => Promise<void>): Promise<void>
  /** Writes to a chat; a signal ends the attempt early. */
  send(chat: string, text: string, signal: AbortSignal): Promise<AlertOutcome>
}

export interface TelegramParts {
  readonly token: string
  /** Where the Bot API is. */
  readonly api: string
  readonly fetch?: Fetch
  readonly deadlineMs?: number
}

type Reply = z.infer<typeof replySchema> & { readonly status: number }

function outcomeOf({ ok, status, description, parameters }: Reply): AlertOutcome {
  if (ok) return { kind: 'sent' }
  const moved = parameters?.migrate_to_chat_id
  if (moved !== undefined) return { kind: 'moved', target: String(moved) }
  const problem = `Telegram: ${status} ${description ?? ''}`.trim().slice(0, 200)
  // Blocked by the user, removed from the group, or the chat is not there.
  if (status === 403 || (status === 400 && /chat not found|user is deactivated/i.test(description ?? ''))) {
    return { kind: 'gone', problem }
  }
  return { kind: 'later', problem, afterMs: (parameters?.retry_after ?? 0) * SECOND_MS }
}

function messageOf({ message }: z.infer<typeof updateSchema>): BotMessage[] {
  if (message?.text === undefined) return []
  const { id, title, username, first_name: firstName } = message.chat
  const chatName = (title ?? (username === undefined ? firstName : `@${username}`) ?? String(id)).slice(0, 60)
  return [{ chat: String(id), chatName, text: message.text }]
}

/** Makes the bot of a token, which only addresses contain. */
export function createTelegramBot({
  token,
  api,
  fetch = globalThis.fetch,
  deadlineMs = DEADLINE_MS,
}: TelegramParts): TelegramBot {
  let name: string | null = null

  async function call(method: string, body: object, signal?: AbortSignal, bytesMax = BYTES_MAX): Promise<Reply> {
    const timeout = AbortSignal.timeout(deadlineMs)
    const deadline = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const { status, text } = await requestText(fetch, `${api}/bot${token}/${method}`, init, {
      deadline,
      bytesMax,
    })
    let reply: unknown
    try {
      reply = JSON.parse(text)
    } catch {
      return { ok: false, status }
    }
    const parsed = replySchema.safeParse(reply)
    return parsed.success ? { ...parsed.data, status } : { ok: false, status }
  }

  return {
    userName: async () => {
      if (name !== null) return name
      try {
        const { result } = await call('getMe', {})
        name = z.object({ username: z.string() }).safeParse(result).data?.username ?? null
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
      }
      return name
    },
    readMessages: async (use) => {
      const read = { timeout: 0, limit: 100, allowed_updates: ['message'] }
      const { ok, status, result } = await call('getUpdates', read, undefined, UPDATES_BYTES_MAX)
      const updates = z.array(updateSchema).safeParse(result)
      if (!ok || !updates.success) throw new RequestFailed(`Telegram: ${status}`)
      const last = updates.data.at(-1)
      if (last === undefined) return
      await use(updates.data.flatMap(messageOf))
      // Telegram forgets what is before the offset.
      await call('getUpdates', { ...read, limit: 1, offset: last.update_id + 1 })
    },
    send: async (chat, text, signal) => {
      try {
        const body = { chat_id: Number(chat), text, link_preview_options: { is_disabled: true } }
        return outcomeOf(await call('sendMessage', body, signal))
      } catch (error) {
        if (!(error instanceof RequestFailed)) throw error
        return { kind: 'later', problem: `Telegram: ${error.message}`, afterMs: 0 }
      }
    },
  }
}
