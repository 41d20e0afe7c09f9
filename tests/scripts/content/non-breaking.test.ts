// Non-breaking spaces in the static pages, and in texts that browsers load late.
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { nonBreakingLocales } from '../../../scripts/content/non-breaking-locales.ts'
import { renderMarkdown } from '../../../src/content/markdown.ts'
import type { Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'

/** Resolves with the HTML of a page, non-breaking spaces shown as `~`. */
async function built(markdown: string, language: Language): Promise<string> {
  return (await renderMarkdown(markdown, language)).replaceAll('\u00a0', '~').trim()
}

describe('a page', () => {
  it('has non-breaking spaces in the way of its language', async () => {
    expect(await built('Дроп в **кейсе** — и\nза 5 мин', 'ru')).toBe(
      '<p>Дроп в~<strong>кейсе</strong>~— и~за 5~мин</p>',
    )
    expect(await built('A drop in 5 min', 'en')).toBe('<p>A drop in 5~min</p>')
  })

  it('keeps code and addresses', async () => {
    expect(await built('`а б` [і так](https://a.example/а%20б)', 'uk')).toBe(
      '<p><code>а б</code> <a href="https://a.example/%D0%B0%20%D0%B1">і~так</a></p>',
    )
  })
})

describe('a text that browsers load', () => {
  it('has non-breaking spaces', async () => {
    const built = await build({
      configFile: false,
      logLevel: 'silent',
      plugins: [nonBreakingLocales()],
      build: {
        write: false,
        rolldownOptions: {
          input: join(import.meta.dirname, '../../../src/i18n/locales/uk/marks.json'),
          preserveEntrySignatures: 'strict',
        },
      },
    })
    const [chunk] = (built as Rolldown.RolldownOutput).output
    const texts = await import(`data:text/javascript,${encodeURIComponent(chunk.code)}`)
    expect(texts.claim).toBe(textFor('uk', 'marks')('claim'))
    expect(texts.claim).toContain('\u00a0')
  })
})
