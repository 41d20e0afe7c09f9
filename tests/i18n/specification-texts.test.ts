// The texts that the specification has word for word.
import { expect, it } from 'vitest'
import brand from '../../data/brand.json' with { type: 'json' }
import { LANGUAGES } from '../../src/game/base/language.ts'
import { textFor } from '../../src/i18n/text.ts'

it('the texts of deposits are unchanged in Russian', () => {
  const t = textFor('ru', 'deposit')
  expect(t('submit.no-method')).toBe('Выберите метод оплаты!')
  expect(t('submit.no-address')).toBe('Не найден API URL для выбранного метода оплаты!')
  expect(t('promo.none', { percent: 0 })).toBe('Ваш бонус 0% к\u00a0депозиту')
  expect(t('promo.fault')).toBe('Произошла ошибка при проверке промокода.')
  expect(textFor('ru', 'replies')('orderCreated')).toBe('Заказ успешно создан!')
  expect(textFor('ru', 'pages')('deposit.title')).toBe('SPACEDROP - ДЕПОЗИТ')
})

it('the text of a sale that failed is unchanged in English', () => {
  expect(textFor('en', 'common')('errors.sellFailed')).toBe('Failed to sell items')
})

it('the tagline of the footer is the same in every language', () => {
  for (const language of LANGUAGES) {
    expect(textFor(language, 'shell')('footer.copyright', { year: 2026, tagline: brand.tagline.en })).toContain(
      'Best CS2 cases',
    )
  }
})

it('the age at the sign-in is the specified one', () => {
  expect(textFor('en', 'login')('adult')).toBe('I am at least 18 years old')
})
