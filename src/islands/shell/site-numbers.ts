// Fills the live counters and the links to social accounts of a page, which the server renders without their values.
import type { Language } from '../../game/language.ts'
import { formatCount } from '../../i18n/format.ts'
import { $settings } from '../../stores/account/settings.ts'
import { $statistics, type Statistics } from '../../stores/live/statistics.ts'

/** Keeps the counters of a page up to date. */
export function showCounters(page: Document, language: Language): void {
  const counters = [...page.querySelectorAll<HTMLElement>('[data-counter]')].map((row) => ({
    name: row.dataset.counter as keyof Statistics,
    place: row.querySelector('[data-count]'),
  }))
  $statistics.subscribe((statistics) => {
    for (const { name, place } of counters) {
      const count = statistics[name]
      if (place !== null && count !== null) place.textContent = formatCount(count, language)
    }
  })
}

/** Shows the links to the operator's social accounts when the settings are loaded; a network without an account has none. */
export function showSocialLinks(page: Document): void {
  $settings.subscribe((settings) => {
    for (const row of page.querySelectorAll<HTMLElement>('[data-network]')) {
      const address = settings?.social[row.dataset.network as keyof typeof settings.social] ?? ''
      row.hidden = address === ''
      if (address === '') continue
      const template = row.querySelector('template')
      template?.replaceWith(template.content)
      row.querySelector('a')?.setAttribute('href', address)
    }
  })
}
