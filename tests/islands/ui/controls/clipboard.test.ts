// Copying: the clipboard where there is one; else what the person copies by hand is selected and has the focus.
import { afterEach, describe, expect, it, vi } from 'vitest'
import { copyText, selectForCopying } from '../../../../src/islands/ui/controls/clipboard.ts'

describe('a text that is copied', () => {
  afterEach(() => void vi.unstubAllGlobals())

  it('is in the clipboard', async () => {
    const written: string[] = []
    const clipboard = { writeText: async (text: string) => void written.push(text) }
    vi.stubGlobal('navigator', { clipboard })
    expect(await copyText('one')).toBe(true)
    expect(written).toEqual(['one'])
  })

  it('is not where the browser refuses it, or has no clipboard', async () => {
    vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('refused')) } })
    expect(await copyText('one')).toBe(false)
    vi.stubGlobal('navigator', {})
    expect(await copyText('one')).toBe(false)
  })

  it('has the focus before it is selected: a key copies where the focus is', () => {
    const calls: string[] = []
    selectForCopying({ focus: () => void calls.push('focus'), select: () => void calls.push('select') })
    expect(calls).toEqual(['focus', 'select'])
    selectForCopying(null)
  })
})
