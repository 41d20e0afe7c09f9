// The fields above a list of items: part of a name, a rarity, an order.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { RARITIES, type Rarity } from '../../game/rarity.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './filters.module.css'

interface SearchProps {
  /** Its name for screen readers. */
  readonly label: string
  readonly value: string
  onChange(value: string): void
}

/** Part of a name. */
export function Search({ label, value, onChange }: SearchProps): ReactElement {
  const { t } = useTranslation('inventory')
  return (
    <label className={styles.search}>
      <Icon name="search" size={18} />
      <span className="unseen">{label}</span>
      <input
        type="search"
        value={value}
        placeholder={t('search')}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly icon: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly value: Value
  onChange(value: Value): void
}

/** One of several, in the browser's own list. */
export function Choice<Value extends string>({ label, icon, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <label className={styles.choice}>
      <Icon name={icon} size={16} />
      <span className="unseen">{label}</span>
      <select
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={16} />
    </label>
  )
}

interface RarityChoiceProps {
  /** Null for all seven. */
  readonly value: Rarity | null
  onChange(rarity: Rarity | null): void
}

const ALL = 'all'

/** One of the seven rarities, or all. */
export function RarityChoice({ value, onChange }: RarityChoiceProps): ReactElement {
  const { t } = useTranslation(['inventory', 'common'])
  const options = [
    { value: ALL, label: t('rarity.all') },
    ...RARITIES.map((rarity) => ({ value: rarity, label: t(`common:rarity.${rarity}`) })),
  ] as const
  return (
    <Choice
      label={t('rarity.label')}
      icon="filter"
      options={options}
      value={value ?? ALL}
      onChange={(rarity) => onChange(rarity === ALL ? null : rarity)}
    />
  )
}
