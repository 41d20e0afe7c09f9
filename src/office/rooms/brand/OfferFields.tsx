// What the shop offers to players beside its name: accounts with social networks, languages, and the currency that deposits begin with.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { SOCIAL_NETWORKS } from '../../../game/base/social.ts'
import { CURRENCIES, type Currency } from '../../../game/payments/deposit.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import { SelectField, TextField } from '../../parts/Field.tsx'
import type { BrandFieldsProps } from './BrandFields.tsx'
import styles from './brand.module.css'
import { withChoice } from './brand-files.ts'

/** Names of the networks, the same in every language, with an address as the network has it. */
const NETWORKS = {
  instagram: ['Instagram', 'https://instagram.com/shop'],
  tiktok: ['TikTok', 'https://tiktok.com/@shop'],
  telegram: ['Telegram', 'https://t.me/shop'],
  x: ['X', 'https://x.com/shop'],
} as const

function Accounts({ brand, isLocked, onChange }: BrandFieldsProps): ReactElement {
  const { t } = useTranslation('officeBrand')
  return (
    <fieldset>
      <legend>{t('accounts')}</legend>
      <p className={styles.later}>{t('accounts-hint')}</p>
      {SOCIAL_NETWORKS.map((network) => {
        const [name, example] = NETWORKS[network]
        return (
          <TextField
            key={network}
            type="url"
            label={name}
            placeholder={example}
            maxLength={200}
            readOnly={isLocked}
            value={brand.social[network] ?? ''}
            onChange={({ target }) =>
              onChange({ ...brand, social: withChoice(brand.social, network, target.value.trim()) })
            }
          />
        )
      })}
    </fieldset>
  )
}

function Languages({ brand, isLocked, onChange }: BrandFieldsProps): ReactElement {
  const { t } = useTranslation('officeBrand')
  const offer = (language: Language, isOffered: boolean): void =>
    onChange({
      ...brand,
      languages: LANGUAGES.filter((one) => (one === language ? isOffered : brand.languages.includes(one))),
    })
  return (
    <fieldset disabled={isLocked}>
      <legend>{t('languages')}</legend>
      <p className={styles.later}>{t('languages-hint')}</p>
      {LANGUAGES.map((language) => (
        <label key={language} className={styles.check}>
          <input
            type="checkbox"
            checked={brand.languages.includes(language)}
            onChange={({ target }) => offer(language, target.checked)}
          />
          <span lang={language}>{LANGUAGE_NAMES[language]}</span>
        </label>
      ))}
    </fieldset>
  )
}

function FirstCurrencies({ brand, isLocked, onChange }: BrandFieldsProps): ReactElement {
  const { t } = useTranslation('officeBrand')
  return (
    <fieldset disabled={isLocked}>
      <legend>{t('currency')}</legend>
      <p className={styles.later}>{t('currency-hint')}</p>
      {LANGUAGES.map((language) => (
        <SelectField
          key={language}
          label={LANGUAGE_NAMES[language]}
          value={brand.currency[language] ?? ''}
          onChange={({ target }) =>
            onChange({ ...brand, currency: withChoice(brand.currency, language, target.value as Currency | '') })
          }
        >
          <option value="">{t('currency-default')}</option>
          {CURRENCIES.map((currency) => (
            <option key={currency}>{currency}</option>
          ))}
        </SelectField>
      ))}
    </fieldset>
  )
}

export function OfferFields(props: BrandFieldsProps): ReactElement {
  const { t } = useTranslation('officeBrand')
  return (
    <section className={styles.fields} aria-label={t('offer')}>
      <h2>{t('offer')}</h2>
      <Accounts {...props} />
      <Languages {...props} />
      <FirstCurrencies {...props} />
    </section>
  )
}
