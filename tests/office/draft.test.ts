// A draft while it is typed: what is not saved yet stays when the save before it ends, and is saved over what that one wrote.
import { describe, expect, it } from 'vitest'
import { type PendingDraft, restOf, type SavedDraft, savedReply } from '../../src/office/session/draft/saved-draft.ts'

const basis = { id: null, base: 3, version: 0, files: {}, title: 'Cases' }
const sent: PendingDraft = { basis, title: 'Cases of May', files: { 'cases.json': 'one' } }
const saved: SavedDraft = { id: 7, base: 3, version: 1, title: 'Cases of May', files: { 'cases.json': 'one' } }

describe('what is left after a save', () => {
  it('is nothing where nothing was typed meanwhile', () => {
    expect(restOf(sent, sent, saved)).toBeNull()
    expect(restOf(null, sent, saved)).toBeNull()
  })

  it('is what was typed meanwhile, on what was saved', () => {
    const typed: PendingDraft = { ...sent, files: { 'cases.json': 'two', 'rewards.json': null } }
    expect(restOf(typed, sent, saved)).toEqual({
      basis: saved,
      title: undefined,
      files: { 'cases.json': 'two', 'rewards.json': null },
    })
    expect(restOf({ ...sent, title: 'Other' }, sent, saved)).toEqual({ basis: saved, title: 'Other', files: {} })
  })

  it('is read as the server has it', () => {
    const editor = { id: 'a', name: 'Anna' }
    const first = savedReply(undefined, saved, editor)
    expect(first).toMatchObject({ id: 7, version: 1, state: 'open', editor, dueAt: null, edition: null })
    const failed = { ...first, state: 'failed', fault: 'cases.json:1' } as const
    expect(savedReply(failed, { ...saved, version: 2 }, editor)).toMatchObject({
      version: 2,
      state: 'open',
      fault: null,
    })
  })
})
