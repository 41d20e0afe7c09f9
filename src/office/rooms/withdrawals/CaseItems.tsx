// The items of a case: each is ticked unless the reader leaves it out, and what they cost when they were won and now.
import { getRouteApi } from '@tanstack/react-router'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { wornItemName } from '../../../game/catalogue/display-name.ts'
import type { CaseItem, CaseReply } from '../../../protocol/office/withdrawals.ts'
import { Moment } from '../../parts/Moment.tsx'
import { Id, Money } from '../../parts/Plain.tsx'
import { leaveText, leftOut } from './search.ts'
import styles from './withdrawals.module.css'

const route = getRouteApi('/frame/withdrawals')

/** Which items are ticked, and which one the keys are at. */
export interface Ticks {
  readonly chosen: readonly CaseItem[]
  readonly current: number
  readonly isTicked: (id: string) => boolean
  readonly toggle: (id: string) => void
  readonly toggleCurrent: () => void
  readonly tickAll: () => void
  readonly move: (by: 1 | -1) => void
}

/** Keeps what is not ticked in the address. */
export function useTicks(items: readonly CaseItem[]): Ticks {
  const { leave } = route.useSearch()
  const navigate = route.useNavigate()
  const [place, setPlace] = useState(0)
  const current = Math.min(place, Math.max(0, items.length - 1))
  const out = leftOut(leave)
  const toggle = (id: string): void => {
    const next = out.includes(id) ? out.filter((one) => one !== id) : [...out, id]
    void navigate({ search: (old) => ({ ...old, leave: leaveText(next) }), replace: true, resetScroll: false })
  }
  return {
    chosen: items.filter(({ id }) => !out.includes(id)),
    current,
    isTicked: (id) => !out.includes(id),
    toggle,
    tickAll: () =>
      void navigate({ search: (old) => ({ ...old, leave: undefined }), replace: true, resetScroll: false }),
    toggleCurrent: () => {
      const item = items[current]
      if (item !== undefined) toggle(item.id)
    },
    move: (by) => setPlace(Math.min(Math.max(0, current + by), Math.max(0, items.length - 1))),
  }
}

/** Adds up what items cost. */
export const sumOf = (items: readonly CaseItem[], price: 'won' | 'now'): number =>
  items.reduce((sum, item) => sum + item[price], 0)

export function CaseItems({ data: { items, underWay }, ticks }: { data: CaseReply; ticks: Ticks }): ReactElement {
  const { t, i18n } = useTranslation('officeWithdrawals')
  return (
    <section className={styles.part} aria-label={t('items')}>
      <div className={styles.scroll}>
        <table className={styles.items}>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">{t('ticked')}</span>
              </th>
              <th scope="col">{t('item')}</th>
              <th scope="col">{t('won')}</th>
              <th scope="col">{t('now')}</th>
              <th scope="col">{t('requested')}</th>
            </tr>
          </thead>
          <tbody>
            {items.map(({ id, item, won, now, requestedAt }, index) => (
              <tr key={id} data-current={index === ticks.current || undefined}>
                <td>
                  <input
                    type="checkbox"
                    checked={ticks.isTicked(id)}
                    aria-label={t('tick', { item: wornItemName(item, i18n.language as Language) })}
                    onChange={() => ticks.toggle(id)}
                  />
                </td>
                <td className={styles.name}>
                  <span>{wornItemName(item, i18n.language as Language)}</span> <Id id={id} />
                </td>
                <td>
                  <Money cents={won} />
                </td>
                <td data-changed={now !== won || undefined}>
                  <Money cents={now} />
                </td>
                <td>
                  <Moment at={requestedAt} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td />
              <th scope="row">{t('total', { count: ticks.chosen.length })}</th>
              <td>
                <Money cents={sumOf(ticks.chosen, 'won')} />
              </td>
              <td>
                <Money cents={sumOf(ticks.chosen, 'now')} />
              </td>
              <td />
            </tr>
          </tfoot>
        </table>
      </div>
      {underWay === 0 ? null : <p className={styles.note}>{t('under-way', { count: underWay })}</p>}
    </section>
  )
}
