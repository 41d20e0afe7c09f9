// Finds items of the shop by name in any language, wear, StatTrak and price.
import { type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WEARS, type Wear } from '../../../game/catalogue/catalogue.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { TextField } from '../../parts/Field.tsx'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Money } from '../../parts/Plain.tsx'
import { centsOf } from '../search.ts'
import type { Items, ShopItem } from './catalogue.ts'
import { useItemName } from './item-name.ts'
import { createItemSearch } from './item-search.ts'
import styles from './items.module.css'

/** How many of those that are found are shown. */
const SHOWN = 50

const MARKS = ['plain', 'stattrak'] as const

interface ItemSearchProps {
  items: Items
  /** What the button of an item does, in words. */
  actOf: (name: string) => string
  isChosen: (item: ShopItem) => boolean
  /** Why an item may not be chosen. */
  reasonOf: (item: ShopItem) => string | undefined
  onChoose: (item: ShopItem) => void
}

function Found(props: Omit<ItemSearchProps, 'items'> & { found: readonly ShopItem[] }): ReactElement {
  const { found, actOf, isChosen, reasonOf, onChoose } = props
  const { t } = useTranslation('officeItems')
  const nameOf = useItemName()
  return (
    <ul className={styles.found}>
      {found.map((item) => (
        <li key={item.id}>
          <span className={styles.rarity} data-rarity={item.rarity} />
          <span className={styles.foundName}>
            {nameOf(item)} {item.isHeld ? <Chip tone="warn">{t('items.held')}</Chip> : null}
          </span>
          <Money cents={item.priceCents} />
          <Button
            tone="ghost"
            icon={isChosen(item) ? 'check' : 'plus'}
            disabledReason={reasonOf(item)}
            aria-label={actOf(nameOf(item))}
            onClick={() => onChoose(item)}
          />
        </li>
      ))}
    </ul>
  )
}

export function ItemSearch({ items, ...choice }: ItemSearchProps): ReactElement {
  const { t } = useTranslation('officeItems')
  const [words, setWords] = useState('')
  const [wear, setWear] = useState<Wear>()
  const [mark, setMark] = useState<(typeof MARKS)[number]>()
  const [least, setLeast] = useState('')
  const [most, setMost] = useState('')
  const find = useMemo(() => createItemSearch(items), [items])
  const found = find({
    words,
    wear,
    stattrak: mark === undefined ? undefined : mark === 'stattrak',
    least: centsOf(least),
    most: centsOf(most),
  })
  return (
    <>
      <TextField
        type="search"
        label={t('add.name')}
        hint={t('add.name-hint')}
        autoFocus
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className={styles.filters}>
        <FilterSelect
          label={t('add.wear')}
          all={t('add.any')}
          value={wear}
          values={WEARS}
          wordsOf={(one) => one}
          onChange={(value) => setWear(WEARS.find((one) => one === value))}
        />
        <FilterSelect
          label="StatTrak™"
          all={t('add.any')}
          value={mark}
          values={MARKS}
          wordsOf={(one) => t(`add.marks.${one}`)}
          onChange={(value) => setMark(MARKS.find((one) => one === value))}
        />
        <TextField
          label={t('add.least')}
          inputMode="decimal"
          value={least}
          onChange={({ target }) => setLeast(target.value)}
        />
        <TextField
          label={t('add.most')}
          inputMode="decimal"
          value={most}
          onChange={({ target }) => setMost(target.value)}
        />
      </div>
      <p role="status" className={styles.hint}>
        <span>{t('add.found', { count: found.length })}</span>{' '}
        {found.length > SHOWN ? <span>{t('add.first', { shown: SHOWN })}</span> : null}
      </p>
      <Found {...choice} found={found.slice(0, SHOWN)} />
    </>
  )
}
