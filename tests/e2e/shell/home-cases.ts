// The cases that the home screen shows, and the field of its search.
import type { Page } from 'playwright'
import type { Language } from '../../../src/game/base/language.ts'
import { textFor } from '../../../src/i18n/text.ts'

export const shownCards = (page: Page) => page.locator('[data-category] a[data-case]').filter({ visible: true })

/** The urls of the visible cases, in their order on the screen. */
export const shownCases = (page: Page): Promise<string[]> =>
  shownCards(page).evaluateAll((cards) => cards.map((card) => (card as HTMLElement).dataset.case ?? ''))

export const fieldOf = (page: Page, language: Language = 'en') =>
  page.getByLabel(textFor(language, 'home')('search.label'))
