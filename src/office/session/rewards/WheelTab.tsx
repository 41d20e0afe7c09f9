// The wheel: the price of a spin, its sectors in their order, and what a spin gives back.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CASE_TICKETS, WHEEL_RETURN_PERCENT, WHEEL_SECTORS } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { cents } from '../../../game/base/money.ts'
import { chanceOf, ticketSum } from '../../../game/cases/case.ts'
import { wheelReturn } from '../../../game/rewards/wheel.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { plainMoney } from '../../parts/plain.ts'
import { NumberField } from '../items/NumberField.tsx'
import { ticketsOfText } from '../items/odds.ts'
import { Share } from '../items/Share.tsx'
import { TicketRest } from '../items/TicketRest.tsx'
import { useFaultWords } from './bound-words.ts'
import type { EditorProps } from './editor-props.ts'
import { amountOf, moved } from './numbers.ts'
import { PrizeField } from './PrizeField.tsx'
import { RowActs } from './RowActs.tsx'
import styles from './rewards.module.css'
import type { SectorRecord } from './rewards-file.ts'
import { rewardsOf } from './rewards-of.ts'
import { WheelDrawing } from './WheelDrawing.tsx'

const KINDS = ['nothing', 'balance', 'item'] as const

interface SectorsProps extends EditorProps {
  onSectors: (sectors: readonly SectorRecord[]) => void
}

function Sector({ at, onSectors, ...props }: SectorsProps & { at: number }): ReactElement | null {
  const { record, items, cases, bounds, locked } = props
  const { t, i18n } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const { sectors } = record.wheel
  const sector = sectors[at]
  if (sector === undefined) return null
  const name = t('wheel.sector', { number: at + 1 })
  const least = sectors.length <= WHEEL_SECTORS.least ? t('wheel.least', { least: WHEEL_SECTORS.least }) : undefined
  return (
    <li className={styles.row}>
      <span className={styles.rowName}>{name}</span>
      <PrizeField
        label={name}
        prize={sector.prize}
        kinds={KINDS}
        items={items}
        cases={cases}
        fault={faultOf('wheel', 'sectors', at, 'prize')}
        locked={locked}
        onChange={(prize) => onSectors(sectors.with(at, { ...sector, prize }))}
      />
      <span className={styles.tickets}>
        <NumberField
          quiet
          label={t('wheel.tickets', { name })}
          value={String(sector.tickets)}
          read={ticketsOfText}
          readOnly={locked !== undefined}
          onChange={(tickets) => onSectors(sectors.with(at, { ...sector, tickets }))}
        />
        <span className={styles.chance}>
          {t('wheel.chance', { chance: formatPercent(chanceOf(sector.tickets), i18n.language as Language) })}
        </span>
      </span>
      <RowActs
        name={name}
        at={at}
        count={sectors.length}
        locked={locked}
        kept={least}
        onMove={(step) => onSectors(moved(sectors, at, step))}
        onRemove={() => onSectors(sectors.toSpliced(at, 1))}
      />
    </li>
  )
}

function Rest({ record, locked, onSectors }: SectorsProps): ReactElement {
  const { t } = useTranslation('officeRewardEditor')
  const { sectors } = record.wheel
  return (
    <TicketRest
      entries={sectors.map(({ tickets }, at) => ({ item: String(at), tickets }))}
      nameOf={(at) => t('wheel.sector', { number: Number(at) + 1 })}
      locked={locked}
      onChange={(lines) =>
        onSectors(sectors.map((sector, at) => ({ ...sector, tickets: lines[at]?.tickets ?? sector.tickets })))
      }
    />
  )
}

export function WheelTab(props: EditorProps): ReactElement {
  const { record, items, bounds, locked, onChange } = props
  const { t } = useTranslation('officeRewardEditor')
  const faultOf = useFaultWords(bounds)
  const { price, sectors } = record.wheel
  const onSectors = (next: readonly SectorRecord[]): void =>
    onChange({ ...record, wheel: { ...record.wheel, sectors: next } })
  const isWhole = ticketSum(sectors) === CASE_TICKETS
  const { least, most } = WHEEL_RETURN_PERCENT
  const returned = sectors.length === 0 || price <= 0 ? null : wheelReturn(rewardsOf(record, props).wheel)
  const isKept = returned !== null && returned * 100 >= least && returned * 100 <= most
  return (
    <>
      <Card title={t('wheel.title')}>
        <div className={styles.wheelTop}>
          <WheelDrawing sectors={sectors} items={items} label={t('wheel.drawing', { count: sectors.length })} />
          <div className={styles.fields}>
            <NumberField
              label={t('wheel.price')}
              hint={faultOf('wheel', 'price') ?? t('wheel.price-hint')}
              value={plainMoney(cents(price))}
              read={amountOf}
              readOnly={locked !== undefined}
              onChange={(next) => onChange({ ...record, wheel: { ...record.wheel, price: next } })}
            />
            <p role="status" className={isWhole && isKept ? styles.good : styles.bad}>
              {t('wheel.returns')} <Share part={returned} />{' '}
              <span>{isWhole ? t('wheel.band', { least, most }) : t('wheel.not-whole')}</span>
            </p>
          </div>
        </div>
      </Card>
      <Card
        title={t('wheel.sectors', { count: sectors.length })}
        aside={
          <Button
            icon="plus"
            disabledReason={
              locked ??
              (sectors.length >= WHEEL_SECTORS.most ? t('wheel.most', { most: WHEEL_SECTORS.most }) : undefined)
            }
            onClick={() => onSectors([...sectors, { prize: { nothing: true }, tickets: 1 }])}
          >
            {t('wheel.add')}
          </Button>
        }
      >
        <ol className={styles.rows}>
          {sectors.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sectors are known by their place
            <Sector key={at} at={at} onSectors={onSectors} {...props} />
          ))}
        </ol>
        <Rest onSectors={onSectors} {...props} />
      </Card>
    </>
  )
}
