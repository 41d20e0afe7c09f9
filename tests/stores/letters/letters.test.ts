// Letters in the browser: what is typed is kept, a message is sent once, a late answer of another letter is not shown.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Letter, LetterThread } from '../../../src/protocol/letters.ts'
import { $user } from '../../../src/stores/kernel/user.ts'
import { readDraft, storeDraft } from '../../../src/stores/letters/letter-drafts.ts'
import {
  $letters,
  $openLetters,
  $thread,
  loadLetters,
  loadThread,
  settleLetter,
  writeLetter,
} from '../../../src/stores/letters/letters.ts'
import { openServerFixture } from '../server-fixture.ts'
import { fault, later, lost, PLAYER } from '../server-stub.ts'

const idOf = (number: number): string => `00000000-0000-4000-8000-0000000000${String(number).padStart(2, '0')}`

const letter = (number: number, change: Partial<Letter> = {}): Letter => ({
  id: idOf(number),
  about: { kind: 'player', id: null, item: null, amount: null },
  state: 'waiting',
  opened_at: number,
  since: number,
  appealed: false,
  last: { author: 'player', text: 'Hello' },
  ...change,
})

const thread = (number: number, change: Partial<Letter> = {}): LetterThread => ({
  ...letter(number, change),
  messages: [],
  appeal_until: null,
})

const { wire: server, logged } = openServerFixture()

describe('a message', () => {
  const target = { kind: 'answer', id: idOf(1) } as const
  const message = { text: 'Hello', pictures: [] }

  it('that got no answer is sent under its key again, and not written twice', async () => {
    const path = `/api/letters/${idOf(1)}/answer`
    server.on(path, () => lost())
    expect(await writeLetter(target, message)).toEqual({ kind: 'failed' })
    expect(logged).toHaveLength(1)
    server.on(path, () => ({ success: true, letter: thread(1) }))
    expect(await writeLetter(target, message)).toMatchObject({ kind: 'sent' })
    expect(new Set(server.to(path).map(({ key }) => key)).size).toBe(1)
    // The next one is another.
    await writeLetter(target, message)
    expect(new Set(server.to(path).map(({ key }) => key)).size).toBe(2)
  })

  it('that is refused says why', async () => {
    server.on('/api/letters', () => ({ success: false, code: 'letters-day', message: 'Wait until tomorrow' }))
    const about = { kind: 'order', id: idOf(9) } as const
    expect(await writeLetter({ kind: 'new', about, appeal: false }, message)).toEqual({
      kind: 'refused',
      message: 'Wait until tomorrow',
    })
    expect(server.to('/api/letters')[0]?.body).toEqual({ about, appeal: false, text: 'Hello', pictures: [] })
  })
})

describe('a letter that is settled', () => {
  it('is closed here as the server says', async () => {
    server.on(`/api/letters/${idOf(6)}`, () => ({ success: true, letter: thread(6) }))
    await loadThread(idOf(6))
    server.on(`/api/letters/${idOf(6)}/settle`, () => ({ success: true, letter: thread(6, { state: 'closed' }) }))
    expect(await settleLetter(idOf(6))).toMatchObject({ kind: 'sent' })
    expect($thread.get()).toMatchObject({ status: 'ready', letter: { state: 'closed' } })
  })
})

describe('the letter that is shown', () => {
  it('is the one that was asked for last', async () => {
    const slow = later()
    server.on(`/api/letters/${idOf(1)}`, slow.answer)
    server.on(`/api/letters/${idOf(2)}`, () => ({ success: true, letter: thread(2) }))
    const first = loadThread(idOf(1))
    await loadThread(idOf(2))
    slow.go({ success: true, letter: thread(1) })
    await first
    expect($thread.get()).toMatchObject({ status: 'ready', letter: { id: idOf(2) } })
  })

  it('may be none', async () => {
    server.on(`/api/letters/${idOf(3)}`, () => fault(404))
    await loadThread(idOf(3))
    expect($thread.get()).toEqual({ status: 'unknown' })
    expect(logged).toHaveLength(1)
  })
})

describe('the open letters', () => {
  it('are found by what they are about', async () => {
    const about = { kind: 'withdrawal', id: idOf(7), item: null, amount: null } as const
    const closed = letter(4, { state: 'closed', about: { ...about, id: idOf(8) } })
    server.on('/api/letters', () => ({ success: true, letters: [letter(5, { about }), closed], cursor: null }))
    await loadLetters()
    expect($letters.get().entries).toHaveLength(2)
    expect([...$openLetters.get().keys()]).toEqual([idOf(7)])
  })
})

describe('a draft', () => {
  beforeEach(() => {
    const stored = new Map<string, string>()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    })
  })

  const picture = { id: idOf(1), width: 4, height: 3 }

  it('is kept by its place until it is empty, or another player is signed in', () => {
    $user.set({ status: 'authorised', user: PLAYER })
    storeDraft('one', { text: 'Half a', pictures: [picture] })
    storeDraft('two', { text: 'word', pictures: [] })
    expect(readDraft('one')).toEqual({ text: 'Half a', pictures: [picture] })
    storeDraft('one', { text: '', pictures: [] })
    expect(readDraft('one')).toEqual({ text: '', pictures: [] })
    expect(readDraft('two').text).toBe('word')
    $user.set({ status: 'guest' })
    expect(readDraft('two').text).toBe('')
  })

  it('that cannot be read is none', () => {
    sessionStorage.setItem('spacedrop:letter-drafts', '{"one":{"text":5,"pictures":[{"id":1}]},"two":')
    expect(readDraft('one')).toEqual({ text: '', pictures: [] })
    sessionStorage.setItem('spacedrop:letter-drafts', '{"one":{"text":5,"pictures":[{"id":1}]}}')
    expect(readDraft('one')).toEqual({ text: '', pictures: [] })
    expect(readDraft('__proto__')).toEqual({ text: '', pictures: [] })
  })
})
