// A prize: nothing, money, an item of the shop, or an opening of a case.
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { Button } from '../../parts/Button.tsx'
import { Chip } from '../../parts/Chip.tsx'
import { SelectField } from '../../parts/Field.tsx'
import { Money } from '../../parts/Plain.tsx'
import { plainMoney } from '../../parts/plain.ts'
import type { Items } from '../items/catalogue.ts'
import { useItemName } from '../items/item-name.ts'
import { NumberField } from '../items/NumberField.tsx'
import { amountOf } from './numbers.ts'
import styles from './rewards.module.css'
import type { PrizeRecord } from './rewards-file.ts'
import type { PrizeCase, PrizeSources } from './rewards-of.ts'

/** Loaded when it is opened: the search knows names in every language. */
const PickItem = lazy(async () => ({ default: (await import('../items/PickItem.tsx')).PickItem }))

export type PrizeKind = 'nothing' | 'balance' | 'item' | 'case'

/** The money that a prize begins with, in cents. */
const FIRST_BALANCE = 10

function kindOf(prize: PrizeRecord): PrizeKind {
  if ('balance' in prize) return 'balance'
  if ('item' in prize) return 'item'
  return 'case' in prize ? 'case' : 'nothing'
}

interface ItemFieldProps {
  /** Names what it is of, for screen readers. */
  label: string
  id: string
  items: Items
  locked: string | undefined
  onChange: (id: string) => void
}

/** An item with its price, and the button that chooses another one. */
export function ItemField({ label, id, items, locked, onChange }: ItemFieldProps): ReactElement {
  const { t } = useTranslation(['officeRewardEditor', 'officeItems'])
  const nameOf = useItemName()
  const [isOpen, setOpen] = useState(false)
  const item = items.byId.get(id)
  return (
    <span className={styles.picked}>
      <span className={styles.rarity} data-rarity={item?.rarity} />
      <span className={styles.pickedName}>
        {item === undefined ? id : nameOf(item)}{' '}
        {item === undefined ? (
          <Chip tone="bad">{t('officeItems:items.unknown')}</Chip>
        ) : (
          <Money cents={item.priceCents} />
        )}
        {item?.isHeld === true ? <Chip tone="warn">{t('officeItems:items.held')}</Chip> : null}
      </span>
      <Button
        tone="ghost"
        icon="search"
        disabledReason={locked}
        aria-label={t('prize.choose', { name: label })}
        onClick={() => setOpen(true)}
      />
      <Suspense fallback={null}>
        {isOpen ? (
          <PickItem items={items} chosen={id} onPick={(picked) => onChange(picked.id)} onClose={() => setOpen(false)} />
        ) : null}
      </Suspense>
    </span>
  )
}

interface CaseFieldProps {
  label: string
  url: string
  cases: readonly PrizeCase[]
  locked: string | undefined
  onChange: (url: string) => void
}

function CaseField({ label, url, cases, locked, onChange }: CaseFieldProps): ReactElement {
  const { i18n } = useTranslation('officeRewardEditor')
  const language = i18n.language as Language
  return (
    <SelectField
      quiet
      label={label}
      value={url}
      onChange={({ target }) => {
        if (locked === undefined) onChange(target.value)
      }}
    >
      {cases.some((one) => one.url === url) ? null : <option value={url}>{url}</option>}
      {cases.map((one) => (
        <option key={one.url} value={one.url}>
          {`${one.name[language] ?? one.name.en} · $${plainMoney(one.price)}`}
        </option>
      ))}
    </SelectField>
  )
}

interface PrizeFieldProps extends PrizeSources {
  /** Names what it is the prize of: "Sector 3". */
  label: string
  prize: PrizeRecord
  kinds: readonly PrizeKind[]
  /** Why it is refused. */
  fault: string | undefined
  locked: string | undefined
  onChange: (prize: PrizeRecord) => void
}

export function PrizeField(props: PrizeFieldProps): ReactElement {
  const { label, prize, kinds, items, cases, fault, locked, onChange } = props
  const { t } = useTranslation('officeRewardEditor')
  const begin = (kind: PrizeKind): void => {
    const cheapest = items.all.at(-1)?.id ?? ''
    if (kind === 'nothing') onChange({ nothing: true })
    else if (kind === 'balance') onChange({ balance: FIRST_BALANCE })
    else if (kind === 'item') onChange({ item: cheapest })
    else onChange({ case: cases[0]?.url ?? '' })
  }
  return (
    <div className={styles.prize} data-refused={fault === undefined ? undefined : ''}>
      <div className={styles.prizeFields}>
        <SelectField
          quiet
          label={t('prize.kind', { name: label })}
          value={kindOf(prize)}
          onChange={({ target }) => {
            const kind = kinds.find((one) => one === target.value)
            if (kind !== undefined && locked === undefined) begin(kind)
          }}
        >
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`prize.kinds.${kind}`)}
            </option>
          ))}
        </SelectField>
        {'balance' in prize ? (
          <NumberField
            quiet
            label={t('prize.amount', { name: label })}
            value={plainMoney(prize.balance)}
            read={amountOf}
            readOnly={locked !== undefined}
            onChange={(balance) => onChange({ balance })}
          />
        ) : null}
        {'item' in prize ? (
          <ItemField
            label={label}
            id={prize.item}
            items={items}
            locked={locked}
            onChange={(item) => onChange({ item })}
          />
        ) : null}
        {'case' in prize ? (
          <CaseField
            label={t('prize.case', { name: label })}
            url={prize.case}
            cases={cases}
            locked={locked}
            onChange={(url) => onChange({ case: url })}
          />
        ) : null}
      </div>
      {fault === undefined ? null : <p className={styles.fault}>{fault}</p>}
    </div>
  )
}
