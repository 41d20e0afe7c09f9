// What the screen renders on the server, which is also what a browser shows until it knows who looks.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/game/language.ts'
import { textFor } from '../../../src/i18n/text.ts'
import { UpgradeScreen } from '../../../src/islands/upgrade/UpgradeScreen.tsx'

describe.each(LANGUAGES)('the screen in %s, before anything is chosen', (lang) => {
  const html = renderToStaticMarkup(<UpgradeScreen lang={lang} />)
  const t = textFor(lang, 'upgrade')

  it('says what to do first and what the house earns', () => {
    expect(html).toContain(t('step.stake'))
    expect(html).toContain(t('facts.return', { back: 92 }))
    expect(html).toContain('8%')
  })

  it('keeps the room of both lists', () => {
    expect(html).toContain(textFor(lang, 'inventory')('loading'))
    expect(html).toContain(t('targets.loading'))
  })

  it('names every text', () => {
    expect(html).not.toMatch(/>(upgrade|inventory|facts|mine|targets|quick|side)\.[a-z]/i)
  })

  it('shows no chance, and its quick choices wait for a stake', () => {
    expect(html).not.toContain('stroke-dasharray')
    expect(html).toMatch(/<fieldset[^>]*disabled=""[^>]*><legend[^>]*>[^<]*<\/legend><button[^>]*>×/)
  })
})
