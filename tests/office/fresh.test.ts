// Acts that ask for a fresh assertion are repeated after it, once.
import { describe, expect, it, vi } from 'vitest'
import { OfficeError } from '../../src/office/session/api.ts'
import { withFresh } from '../../src/office/session/use-act.ts'

const stale = (): OfficeError => new OfficeError({ code: 'not-allowed', message: '', why: 'fresh' }, 403)

describe('an act', () => {
  it('runs once where the assertion is fresh', async () => {
    const run = vi.fn(async () => 'done')
    const ask = vi.fn()
    expect(await withFresh(run, ask)).toBe('done')
    expect([run.mock.calls.length, ask.mock.calls.length]).toEqual([1, 0])
  })

  it('runs again after the passkey', async () => {
    const run = vi.fn(async () => 'done').mockRejectedValueOnce(stale())
    const ask = vi.fn(async () => undefined)
    expect(await withFresh(run, ask)).toBe('done')
    expect([run.mock.calls.length, ask.mock.calls.length]).toEqual([2, 1])
  })

  it('does not run again where the dialog is closed', async () => {
    const run = vi.fn().mockRejectedValue(stale())
    const cancelled = new OfficeError({ code: 'cancelled', message: '' })
    await expect(withFresh(run, () => Promise.reject(cancelled))).rejects.toBe(cancelled)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('asks once: what is stale right after it is a fault', async () => {
    const run = vi.fn().mockRejectedValue(stale())
    const ask = vi.fn(async () => undefined)
    await expect(withFresh(run, ask)).rejects.toMatchObject({ why: 'fresh' })
    expect([run.mock.calls.length, ask.mock.calls.length]).toEqual([2, 1])
  })

  it('hands on every other refusal', async () => {
    const refusal = new OfficeError({ code: 'not-allowed', message: '', why: 'role' }, 403)
    const ask = vi.fn()
    await expect(withFresh(() => Promise.reject(refusal), ask)).rejects.toBe(refusal)
    expect(ask).not.toHaveBeenCalled()
  })
})
