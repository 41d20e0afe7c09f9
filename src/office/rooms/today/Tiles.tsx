// The figures of a period as tiles, each with its difference from the period before.
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { type DayFigures, marginCents, shareOf } from '../../../game/office/figures.ts'
import { changeText, comparedValue, figureText, shareText } from './figure-words.ts'
import styles from './today.module.css'

interface TileProps {
  title: string
  value: string
  /** The difference from the period before; null where there is none to tell. */
  change: string | null
  children?: ReactNode
}

function Tile({ title, value, change, children }: TileProps): ReactElement {
  return (
    <div className={styles.tile}>
      <dt>{title}</dt>
      <dd className={styles.value}>
        <span className="figures">{value}</span>
        {change === null ? null : <span className={styles.change}>{change}</span>}
      </dd>
      {children === undefined ? null : <dd className={styles.note}>{children}</dd>}
    </div>
  )
}

interface TilesProps {
  total: DayFigures
  /** What it is compared with, as far as it can be. */
  before: Partial<DayFigures>
  /** How many days were added up. */
  days: number
  /** Won less staked of all games, by results. */
  result: number
}

export function Tiles({ total, before, days, result }: TilesProps): ReactElement {
  const { t, i18n } = useTranslation('officeToday')
  const language = i18n.language as Language
  const change = (name: keyof DayFigures): string | null => {
    const was = before[name]
    return changeText(
      comparedValue(name, total[name]),
      was === undefined ? undefined : comparedValue(name, was),
      language,
    )
  }
  const text = (name: keyof DayFigures): string => figureText(name, total[name], language)
  /** Different players of a day, or of a day of the period on average. */
  const daily = (value: number): number => (days === 0 ? 0 : Math.round((value / days) * 10) / 10)
  const players = (name: 'active' | 'returning' | 'payers'): string => figureText(name, daily(total[name]), language)
  const gifts = total.gifts + total.referral
  const margin = marginCents(total.margin)
  const giftsBefore = before.gifts === undefined ? undefined : before.gifts + (before.referral ?? 0)
  return (
    <dl className={styles.tiles}>
      <Tile title={t('figures.deposited')} value={text('deposited')} change={change('deposited')}>
        {t('notes.deposits', { count: total.deposits, refunded: figureText('refunded', total.refunded, language) })}
      </Tile>
      <Tile title={t('figures.staked')} value={text('staked')} change={change('staked')}>
        {t('notes.staked')}
      </Tile>
      <Tile title={t('figures.margin')} value={text('margin')} change={change('margin')}>
        {t('notes.margin', { result: figureText('deposited', result, language) })}
      </Tile>
      <Tile
        title={t('figures.gifts')}
        value={figureText('gifts', gifts, language)}
        change={changeText(gifts, giftsBefore, language)}
      >
        {t('notes.gifts', { share: shareText(shareOf(gifts, margin), language) })}
      </Tile>
      <Tile title={t('figures.withdrawn')} value={text('withdrawn')} change={change('withdrawn')}>
        {t('notes.withdrawals', { count: total.withdrawals })}
      </Tile>
      <Tile title={t('figures.joined')} value={text('joined')} change={change('joined')}>
        {t('notes.converted', {
          share: shareText(shareOf(total.converted, total.joined), language),
          count: total.converted,
        })}
      </Tile>
      <Tile title={t(days > 1 ? 'figures.active-daily' : 'figures.active')} value={players('active')} change={null}>
        {t('notes.returning', { returning: players('returning') })}
      </Tile>
      <Tile title={t(days > 1 ? 'figures.payers-daily' : 'figures.payers')} value={players('payers')} change={null}>
        {t('notes.first', { count: total.firstDeposits })}
      </Tile>
    </dl>
  )
}
