// What the page renders on the server, which a browser also shows until the user is known.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../src/game/base/language.ts'
import { textFor } from '../../../../src/i18n/text.ts'
import { UpgradeScreen } from '../../../../src/islands/games/upgrade/UpgradeScreen.tsx'

describe.each(LANGUAGES)('the screen in %s before a selection', (lang) => {
  const html = renderToStaticMarkup(<UpgradeScreen lang={lang} />)
  const t = textFor(lang, 'upgrade')

  it('explains the first step and the house edge', () => {
    expect(html).toContain(t('step.stake'))
    expect(html).toContain(t('facts.return', { back: 92 }))
    expect(html).toContain('8%')
  })

  it('reserves the space of both lists', () => {
    expect(html).toContain(textFor(lang, 'inventory')('loading'))
    expect(html).toContain(t('targets.loading'))
  })

  it('has every text', () => {
    expect(html).not.toMatch(/>(upgrade|inventory|facts|mine|targets|quick|side)\.[a-z]/i)
  })

  it('shows no chance, and disables the quick choices without a stake', () => {
    expect(html).not.toContain('stroke-dasharray')
    expect(html).toMatch(/<fieldset[^>]*disabled=""[^>]*><legend[^>]*>[^<]*<\/legend><button[^>]*>×/)
  })
})
