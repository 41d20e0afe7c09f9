// The filters above a list of items: part of a name, a rarity, an order.
import { type ReactElement, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { RARITIES, type Rarity } from '../../game/catalogue/rarity.ts'
import { Select, type SelectProps } from '../ui/controls/Select.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './filters.module.css'

interface SearchProps {
  /** The label for screen readers. */
  readonly label: string
  readonly value: string
  /** Without it that of items. */
  readonly placeholder?: string
  onChange(value: string): void
  onFocus?(): void
}

/** Renders the search by part of a name. */
export function Search({ label, value, placeholder, onChange, onFocus }: SearchProps): ReactElement {
  const { t } = useTranslation('inventory')
  return (
    <label className={styles.search}>
      <Icon name="search" size={18} />
      <span className="unseen">{label}</span>
      <input
        type="search"
        value={value}
        placeholder={placeholder ?? t('search')}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onFocus={onFocus}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  )
}

interface ChoiceProps<Value extends string> extends Omit<SelectProps<Value>, 'id' | 'className'> {
  readonly label: string
  readonly icon: string
}

/** Renders a choice as the browser's own select. */
export function Choice<Value extends string>({ label, icon, ...choice }: ChoiceProps<Value>) {
  const id = useId()
  return (
    <label className={styles.choice} htmlFor={id}>
      <Icon name={icon} size={16} />
      <span className="unseen">{label}</span>
      <Select {...choice} id={id} />
    </label>
  )
}

interface RarityChoiceProps {
  /** Null for all rarities. */
  readonly value: Rarity | null
  onChange(rarity: Rarity | null): void
}

const ALL = 'all'

/** Renders the choice of a rarity, or of all. */
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
