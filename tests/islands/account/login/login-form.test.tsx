// The sign-in form as it opens.
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../../src/game/base/language.ts'
import { textFor } from '../../../../src/i18n/text.ts'
import { LoginForm } from '../../../../src/islands/account/login/LoginForm.tsx'
import { island } from '../../../../src/islands/island.tsx'

const Form = island(LoginForm)

describe.each(LANGUAGES)('the sign-in form in %s', (lang) => {
  const markup = renderToStaticMarkup(<Form lang={lang} />)
  const t = textFor(lang, 'login')

  it('has a title, a description, and two boxes that are not ticked', () => {
    for (const text of [t('title'), t('description'), t('adult')]) expect(markup).toContain(text)
    expect(markup.match(/type="checkbox"/g)).toHaveLength(2)
    expect(markup).not.toContain('checked=""')
  })

  it('links the terms, the privacy policy and the cardholder agreement', () => {
    const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href)
    expect(links).toEqual(['/terms-of-use', '/privacy', '/terms-of-use#cardholder'])
  })

  it('cannot be sent before both are ticked', () => {
    expect(/<button [^>]*type="submit"[^>]*>/.exec(markup)?.[0]).toContain('disabled=""')
  })
})
