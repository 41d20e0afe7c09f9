// Finds items of the shop by name in any language, wear, StatTrak and price, and adds them to a case.
import { type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CASE_ITEMS } from '../../../game/base/economy.ts'
import { WEARS, type Wear } from '../../../game/catalogue/catalogue.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { TextField } from '../../parts/Field.tsx'
import { FilterSelect } from '../../parts/FilterSelect.tsx'
import { Money } from '../../parts/Plain.tsx'
import { centsOf } from '../../session/search.ts'
import type { CardProps } from './card-props.ts'
import type { CaseLine } from './cases-file.ts'
import type { Items, ShopItem } from './catalogue.ts'
import { useItemName } from './item-name.ts'
import { createItemSearch } from './item-search.ts'
import styles from './items.module.css'

/** How many of those that are found are shown. */
const SHOWN = 50

const MARKS = ['plain', 'stattrak'] as const

interface AddItemsProps extends CardProps {
  onClose: () => void
}

/** Puts an item where its price belongs: the dearest are first. */
function withItem(entries: readonly CaseLine[], item: ShopItem, items: Items): readonly CaseLine[] {
  const cheaper = entries.findIndex(({ item: id }) => (items.byId.get(id)?.priceCents ?? 0) < item.priceCents)
  return entries.toSpliced(cheaper === -1 ? entries.length : cheaper, 0, { item: item.id, tickets: 1 })
}

function Found({ record, items, locked, onChange, found }: CardProps & { found: readonly ShopItem[] }): ReactElement {
  const { t } = useTranslation('officeCaseEditor')
  const nameOf = useItemName()
  const isFull = record.entries.length >= CASE_ITEMS.most
  return (
    <ul className={styles.found}>
      {found.map((item) => {
        const isIn = record.entries.some(({ item: id }) => id === item.id)
        const reason = isIn ? t('add.there') : isFull ? t('add.full', { most: CASE_ITEMS.most }) : locked
        return (
          <li key={item.id}>
            <span className={styles.rarity} data-rarity={item.rarity} />
            <span className={styles.foundName}>
              {nameOf(item)} {item.isHeld ? <Chip tone="warn">{t('items.held')}</Chip> : null}
            </span>
            <Money cents={item.priceCents} />
            <Button
              tone="ghost"
              icon={isIn ? 'check' : 'plus'}
              disabledReason={reason}
              aria-label={t('add.item', { name: nameOf(item) })}
              onClick={() => onChange({ ...record, entries: withItem(record.entries, item, items) })}
            />
          </li>
        )
      })}
    </ul>
  )
}

function Search(props: CardProps): ReactElement {
  const { t } = useTranslation('officeCaseEditor')
  const [words, setWords] = useState('')
  const [wear, setWear] = useState<Wear>()
  const [mark, setMark] = useState<(typeof MARKS)[number]>()
  const [least, setLeast] = useState('')
  const [most, setMost] = useState('')
  const find = useMemo(() => createItemSearch(props.items), [props.items])
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
      <Found {...props} found={found.slice(0, SHOWN)} />
    </>
  )
}

export function AddItems({ onClose, ...card }: AddItemsProps): ReactElement {
  const { t } = useTranslation(['officeCaseEditor', 'office'])
  return (
    <Dialog open onClose={onClose} title={t('add.title')}>
      <Search {...card} />
      <DialogActions>
        <Button tone="signal" onClick={onClose}>
          {t('add.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
