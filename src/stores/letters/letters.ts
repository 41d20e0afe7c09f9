// The player's letters to the shop: the list, one thread, and what the player writes.
import { atom, computed } from 'nanostores'
import type { LetterSubject } from '../../game/letters/letters.ts'
import type { Letter, LetterReply, LettersReply, LetterThread, WrittenReply } from '../../protocol/letters.ts'
import { $notifications } from '../account/notifications.ts'
import { ApiError, get, isUnknownCall } from '../kernel/api.ts'
import { createKeyedPost } from '../kernel/keyed-post.ts'
import { createLivePaged } from '../kernel/live-paged.ts'
import { recheckSession } from '../kernel/paged.ts'
import { onReconnect } from '../kernel/realtime-events.ts'

/** How often letters are read while one is open and the page is visible: an answer may come from another process, which sends no event. */
const POLL_MS = 15_000

const pages = createLivePaged<Letter>(
  'letters',
  async (cursor) => {
    try {
      const reply = await get<LettersReply>(`/letters${cursor === null ? '' : `?cursor=${cursor}`}`)
      return { entries: reply.letters, cursor: reply.cursor }
    } catch (fault) {
      // A server without this call has no letters.
      if (isUnknownCall(fault)) return { entries: [], cursor: null }
      throw fault
    }
  },
  // Ids grow with time.
  { compare: (one, other) => (one.id < other.id ? 1 : -1), isOutdated: (told, known) => told.since < known.since },
)

/** The letters read so far, those opened last first. */
export const { $list: $letters, load: loadLetters, loadMore: loadMoreLetters } = pages

/** What the player is writing about. */
export interface LetterAbout {
  readonly kind: LetterSubject
  readonly id: string | null
}

/** The letters that are not closed, by what they are about. */
export const $openLetters = computed($letters, ({ entries }) => {
  const open = entries.filter(({ state, about }) => state !== 'closed' && about.id !== null)
  return new Map(open.map((letter) => [letter.about.id, letter]))
})

export type ThreadState =
  | { readonly status: 'loading' | 'failed' | 'unknown' }
  | { readonly status: 'ready'; readonly letter: LetterThread }

/** The letter that is shown. */
export const $thread = atom<ThreadState>({ status: 'loading' })

/** The letter that was asked for last: older answers are ignored. */
let wantedId: string | null = null

/** Shows a letter, and puts it into the list. */
function take(letter: LetterThread): void {
  pages.put([letter])
  if (letter.id === wantedId) $thread.set({ status: 'ready', letter })
}

/** Reads the letter that is shown; after a failure the known one stays. */
async function readThread(id: string): Promise<void> {
  try {
    const { letter } = await get<LetterReply>(`/letters/${id}`)
    take(letter)
  } catch (fault) {
    console.error('A letter could not be read', fault)
    recheckSession(fault)
    if (id !== wantedId || $thread.get().status === 'ready') return
    const isUnknown = fault instanceof ApiError && (fault.status === 404 || fault.status === 400)
    $thread.set({ status: isUnknown ? 'unknown' : 'failed' })
  }
}

/** Shows a letter, and reads it. */
export function loadThread(id: string): Promise<void> {
  const known = $thread.get()
  if (id !== wantedId || known.status !== 'ready') $thread.set({ status: 'loading' })
  wantedId = id
  return readThread(id)
}

/** Calls back while the page is visible: at intervals, with a new notification, after a gap in the connection; returns the function that stops it. */
function whileVisible(read: () => void): () => void {
  const readIfVisible = (): void => {
    if (document.visibilityState === 'visible') read()
  }
  const poll = setInterval(readIfVisible, POLL_MS)
  const stops = [onReconnect(read), $notifications.listen(readIfVisible)]
  document.addEventListener('visibilitychange', readIfVisible)
  return () => {
    clearInterval(poll)
    for (const stop of stops) stop()
    document.removeEventListener('visibilitychange', readIfVisible)
  }
}

/** Reads the letters and keeps them up to date; returns the function that stops it. */
export function watchLetters(): () => void {
  void pages.refresh()
  return whileVisible(() => {
    if ($letters.get().entries.some(({ state }) => state !== 'closed')) void pages.refresh()
  })
}

/** Reads a letter and keeps it up to date; returns the function that stops it. */
export function watchThread(id: string): () => void {
  void loadThread(id)
  const stop = whileVisible(() => void readThread(id))
  return () => {
    stop()
    if (wantedId === id) wantedId = null
  }
}

/** Where a message goes: into a new letter, into one, or as the appeal in one. */
export type LetterTarget =
  | { readonly kind: 'new'; readonly about: LetterAbout; readonly appeal: boolean }
  | { readonly kind: 'answer' | 'appeal'; readonly id: string }

/** What became of a message; `failed` when no usable answer came. */
export type WriteOutcome =
  | { readonly kind: 'sent'; readonly letter: LetterThread }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed' }

const keyedPost = createKeyedPost()

/** Sends a message. The same message that is sent again after a lost answer is not written twice. */
export function writeLetter(
  target: LetterTarget,
  message: { readonly text: string; readonly pictures: readonly string[] },
): Promise<WriteOutcome> {
  return target.kind === 'new'
    ? send('/letters', { about: target.about, appeal: target.appeal, ...message })
    : send(`/letters/${target.id}/${target.kind}`, message)
}

/** Closes a letter that is settled. */
export function settleLetter(id: string): Promise<WriteOutcome> {
  return send(`/letters/${id}/settle`, {})
}

async function send(path: string, body: object): Promise<WriteOutcome> {
  try {
    const { reply } = await keyedPost<WrittenReply>(path, body)
    if (!reply.success) return { kind: 'refused', message: reply.message }
    take(reply.letter)
    return { kind: 'sent', letter: reply.letter }
  } catch (fault) {
    console.error('A letter could not be sent', fault)
    recheckSession(fault)
    return { kind: 'failed' }
  }
}
