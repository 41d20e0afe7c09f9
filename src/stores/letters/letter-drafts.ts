// What a player has typed and not sent, for as long as the tab is open: nothing is lost when the page is left or a call fails.
import { PICTURES_MOST } from '../../game/letters/letters.ts'
import type { LetterPicture } from '../../protocol/letters.ts'
import { readFromSession, storeInSession } from '../kernel/browser-storage.ts'
import { onUserChange } from '../kernel/on-user-change.ts'
import { fieldsOf } from '../kernel/unknown-value.ts'

export interface LetterDraft {
  readonly text: string
  /** Pictures that were sent before the message. */
  readonly pictures: readonly LetterPicture[]
}

const NOTHING: LetterDraft = { text: '', pictures: [] }

/** Drafts of the newest places are kept. */
const DRAFTS_MOST = 10

function isPicture(value: unknown): value is LetterPicture {
  const { id, width, height } = fieldsOf(value)
  return typeof id === 'string' && Number.isSafeInteger(width) && Number.isSafeInteger(height)
}

function parseDraft(value: unknown): LetterDraft {
  const { text, pictures } = fieldsOf(value)
  return {
    text: typeof text === 'string' ? text : '',
    pictures: Array.isArray(pictures) ? pictures.filter(isPicture).slice(0, PICTURES_MOST) : [],
  }
}

function readAll(): Record<string, unknown> {
  try {
    return { ...fieldsOf(JSON.parse(readFromSession('spacedrop:letter-drafts') ?? '{}')) }
  } catch {
    return {}
  }
}

/** Returns what was typed at a place: about something, or in a letter. */
export function readDraft(place: string): LetterDraft {
  const all = readAll()
  return Object.hasOwn(all, place) ? parseDraft(all[place]) : NOTHING
}

/** Keeps what was typed at a place; an empty draft is removed. */
export function storeDraft(place: string, draft: LetterDraft): void {
  const { [place]: _, ...others } = readAll()
  const isEmpty = draft.text === '' && draft.pictures.length === 0
  const kept = Object.entries({ ...others, ...(isEmpty ? {} : { [place]: draft }) }).slice(-DRAFTS_MOST)
  storeInSession('spacedrop:letter-drafts', kept.length === 0 ? null : JSON.stringify(Object.fromEntries(kept)))
}

// A draft is of whoever typed it.
onUserChange((id, isAnother) => {
  if (isAnother || id === null) storeInSession('spacedrop:letter-drafts', null)
})
