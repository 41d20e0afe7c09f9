// How far a step of minutes is: one line that changes in a terminal, a line a stage elsewhere.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startProgress } from '../../../scripts/progress.mjs'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** An output that keeps what is written to it. */
function output(isTTY: boolean) {
  const texts: string[] = []
  const out = { isTTY, columns: 60, write: (text: string) => texts.push(text) }
  return { out, texts }
}

it('is a line a stage in a file, and a sign of life every half a minute', () => {
  const { out, texts } = output(false)
  const progress = startProgress('Building', out)
  progress.at('1 of 2, texts')
  progress.at('1 of 2, texts')
  vi.advanceTimersByTime(45_000)
  progress.at('2 of 2, pages')
  progress.end('done')
  expect(texts).toEqual([
    'Building …\n',
    'Building: 1 of 2, texts\n',
    'Building: 1 of 2, texts (30 s)\n',
    'Building: 2 of 2, pages\n',
    'Building: done (45 s)\n',
  ])
  vi.advanceTimersByTime(120_000)
  expect(texts).toHaveLength(5)
})

it('is one line that changes in a terminal, never wider than that', () => {
  const { out, texts } = output(true)
  const progress = startProgress('Installing', out)
  progress.at('5 %')
  vi.advanceTimersByTime(2_000)
  progress.at(`a stage with a name ${'that is long '.repeat(9)}`)
  progress.end('done')
  const lines = texts.map((text) => text.replace('\r\u001b[2K', ''))
  expect(lines[0]).toBe('Installing: 5 % (0 s)')
  expect(lines).toContain('Installing: 5 % (2 s)')
  expect(texts.slice(0, -1).every((text) => text.startsWith('\r') && !text.includes('\n'))).toBe(true)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(60)
  expect(lines.at(-1)).toBe('Installing: done (2 s)\n')
})
