// What every page needs as soon as its document is parsed: calm motion, keys before the game listens, the sandbox's banner, announcements, the choice of a
// language, replacements of images that fail, a safe place for a lost focus, the state of the network, and the service worker.
import Cookies from 'js-cookie'
import type { Language } from '../../game/base/language.ts'
import { LANGUAGE_COOKIE, languageCookieValue, parseLanguage } from '../../i18n/language.ts'
import { watchConnection } from '../../stores/kernel/connection.ts'
import { $banner, $calm } from '../../stores/kernel/preferences.ts'
import { watchEarlyKeys } from '../ui/controls/early-keys.ts'
import { watchLostFocus } from '../ui/controls/lost-focus.ts'
import { watchAnnouncements } from './announcements.ts'
import { watchFailures } from './failed-images.ts'
import { registerServiceWorker } from './service-worker.ts'

const LANGUAGE_DAYS = 365

/** Returns the language that the address names: `ru` for /ru/faq, undefined for /faq. */
const addressLanguage = (): Language | undefined => parseLanguage(location.pathname.split('/', 2)[1])

/**
 * Keeps the language of the address until the browser is closed, unless the visitor has chosen one: calls and the next page would be in the
 * language of the browser.
 */
function keepAddressLanguage(): void {
  const language = addressLanguage()
  if (language === undefined || Cookies.get(LANGUAGE_COOKIE) !== undefined) return
  Cookies.set(LANGUAGE_COOKIE, languageCookieValue(language), { sameSite: 'lax', path: '/' })
}

function chooseLanguage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLElement>('a[data-language]') : null
  const language = parseLanguage(link?.dataset.language)
  if (language === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  Cookies.set(LANGUAGE_COOKIE, languageCookieValue(language), { expires: LANGUAGE_DAYS, sameSite: 'lax', path: '/' })
  document.documentElement.lang = language
  // An address that names its language (/ru/faq) would keep it: go to the address without a language.
  const named = addressLanguage()
  if (named === undefined) location.reload()
  // What follows may begin with two slashes: alone, it would be the address of another site.
  else location.assign(location.pathname.slice(named.length + 1).replace(/^\/*/, '/') + location.search)
}

/** Starts all of it on the page; the shell calls it once. */
export function startEarly(page: Document): void {
  keepAddressLanguage()
  watchFailures(page)
  watchLostFocus(page)
  watchEarlyKeys(page)
  watchConnection(window)
  watchAnnouncements(page)
  registerServiceWorker(page)
  page.addEventListener('click', chooseLanguage)
  $calm.subscribe((calm) => {
    if (calm === 'on') page.documentElement.dataset.motion = 'calm'
    else delete page.documentElement.dataset.motion
  })
  page.getElementById('sandbox-hide')?.addEventListener('click', () => $banner.set('off'))
  $banner.subscribe((banner) => {
    if (banner === 'off') page.documentElement.dataset.banner = 'off'
    else delete page.documentElement.dataset.banner
  })
}
