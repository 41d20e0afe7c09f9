// The table of results in five figures, with a note where they are unusual.
import { memo, type ReactElement, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CONTRACT_REACH, CONTRACT_RETURN_PERCENT } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { resultPrices, type ShownTable, ticketsAbove } from './odds.ts'
import styles from './results.module.css'

function FactsView({ table }: { table: ShownTable }): ReactElement {
  const { t, i18n } = useTranslation('contract')
  const language = i18n.language as Language
  const above = ticketsAbove(table)
  const { least, most } = resultPrices(table)
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={t('facts.sum')}>
          <Price cents={table.sum} />
        </Fact>
        <Fact name={t('facts.range')}>
          <span className="price">
            {formatMoney(least)}–{formatMoney(most)}
          </span>
        </Fact>
        <Fact name={t('facts.above')} note={t('facts.tickets', { tickets: formatCount(above, language) })}>
          {formatPercent(chanceOf(above), language)}
        </Fact>
        <Fact name={t('facts.return')} note={t('facts.longRun', { count: CONTRACT_RETURN_PERCENT })}>
          {formatPercent(table.returnToPlayer, language)}
        </Fact>
      </dl>
      {table.widened && (
        <p className={styles.widened}>
          <Icon name="info" size={16} />
          <span>
            {t('results.widened', {
              least: formatMoney(Math.ceil(table.sum / CONTRACT_REACH)),
              most: formatMoney(table.sum * CONTRACT_REACH),
              from: formatMoney(table.from),
              to: formatMoney(table.to),
            })}
          </span>
        </p>
      )}
    </>
  )
}

export const Facts = memo(FactsView)

function Fact({ name, note, children }: { name: string; note?: string; children: ReactNode }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {note !== undefined && <dd className={styles.note}>{note}</dd>}
    </div>
  )
}
