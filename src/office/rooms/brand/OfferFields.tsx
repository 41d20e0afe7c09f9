// What the shop offers to players beside its name: accounts with social networks, languages, the currency that deposits begin with, and its days.
import { type ReactElement, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language } from '../../../game/base/language.ts'
import { SOCIAL_NETWORKS } from '../../../game/base/social.ts'
import { CURRENCIES, type Currency } from '../../../game/payments/deposit.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import { zoneWords } from '../../../islands/ui/zone-words.ts'
import { SelectField, TextField } from '../../parts/Field.tsx'
import { useOwnSession } from '../../session/session.ts'
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

/** Returns the time zones that the browser knows, by their first word: Europe, America. */
function zoneGroups(): readonly (readonly [string, readonly string[]])[] {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => zone.includes('/'))
  const names = new Set(zones.map((zone) => zone.slice(0, zone.indexOf('/'))))
  return [...names].map((name) => [name, zones.filter((zone) => zone.startsWith(`${name}/`))])
}

const cityOf = (zone: string): string => zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')

function Days({ brand, isLocked, onChange }: BrandFieldsProps): ReactElement {
  const { t, i18n } = useTranslation('officeBrand')
  const { timeZone: inForce } = useOwnSession()
  const groups = useMemo(zoneGroups, [])
  const { timeZone } = brand
  const isListed = timeZone === null || timeZone === 'UTC' || groups.some(([, zones]) => zones.includes(timeZone))
  const { hour } = zoneWords(Date.now(), inForce, i18n.language as Language)
  return (
    <fieldset disabled={isLocked}>
      <legend>{t('zone')}</legend>
      <p className={styles.later}>{t('zone-hint')}</p>
      <SelectField
        label={t('zone-field')}
        hint={t('zone-now', { zone: inForce, hour })}
        value={timeZone ?? ''}
        onChange={({ target }) => onChange({ ...brand, timeZone: target.value === '' ? null : target.value })}
      >
        <option value="">{t('zone-default')}</option>
        <option>UTC</option>
        {isListed ? null : <option>{timeZone}</option>}
        {groups.map(([group, zones]) => (
          <optgroup key={group} label={group}>
            {zones.map((zone) => (
              <option key={zone} value={zone}>
                {cityOf(zone)}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
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
      <Days {...props} />
    </section>
  )
}
