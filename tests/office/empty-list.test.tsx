// A list without entries says whether there are none at all, or none that match its filters.
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/game/base/language.ts'
import { createI18n } from '../../src/i18n/i18n-instance.ts'
import { loadOfficeTexts } from '../../src/i18n/office/load.ts'
import { EmptyList } from '../../src/office/session/EmptyList.tsx'

describe.each(LANGUAGES)('an empty list in %s', (language) => {
  const draw = async (isFiltered: boolean, isFurther = false) => {
    const i18n = createI18n(language, await loadOfficeTexts(language))
    const list = <EmptyList isFiltered={isFiltered} isFurther={isFurther} title="No orders" text="They come." />
    const html = renderToStaticMarkup(<I18nextProvider i18n={i18n}>{list}</I18nextProvider>)
    return { html, t: i18n.getFixedT(language, 'office') }
  }

  it('without a filter says what there is none of', async () => {
    const { html, t } = await draw(false)
    expect(html).toContain('No orders')
    expect(html).toContain('They come.')
    expect(html).not.toContain(t('no-match.text'))
  })

  it('with one says that nothing matches, or that the next page looks further', async () => {
    const { html, t } = await draw(true)
    expect(html).toContain(t('no-match.title'))
    expect(html).toContain(t('no-match.text'))
    expect(html).not.toContain('No orders')
    expect((await draw(true, true)).html).toContain(t('no-match.further'))
  })
})
