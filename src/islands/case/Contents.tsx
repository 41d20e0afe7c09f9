// What a case holds, dearest first, each item with its chance and its tickets. Rendered with the page: it needs no script.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentView } from '../../contract/case.ts'
import { chanceOf } from '../../game/case.ts'
import type { Language } from '../../game/language.ts'
import { formatCount, formatPercent } from '../../i18n/format.ts'
import { island } from '../island.tsx'
import { ItemCard } from '../ui/ItemCard.tsx'
import styles from './contents.module.css'

/** The list alone, for screens that are one island. */
export function ContentsView({ contents }: { contents: readonly ContentView[] }): ReactElement {
  const { t, i18n } = useTranslation('common')
  const language = i18n.language as Language
  const ticket = (number: number): string => formatCount(number, language)
  return (
    <ul className={styles.contents}>
      {contents.map(({ item, price, tickets, from, to }) => (
        <li key={item.id}>
          <ItemCard
            item={item}
            price={price}
            className={styles.card}
            note={
              <dl className={styles.odds}>
                <dt className="unseen">{t('words.chance')}</dt>
                <dd className={styles.chance}>{formatPercent(chanceOf(tickets), language)}</dd>
                <dt className="unseen">{t('words.tickets')}</dt>
                <dd>{from === to ? ticket(from) : `${ticket(from)}–${ticket(to)}`}</dd>
              </dl>
            }
          />
        </li>
      ))}
    </ul>
  )
}

export const Contents = island(ContentsView)
