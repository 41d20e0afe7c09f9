// The contents of a case, most expensive first, each item with its chance and its tickets. Rendered with the page, without a script.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { formatCount, formatPercent } from '../../../i18n/format.ts'
import type { ContentView } from '../../../protocol/case.ts'
import { island } from '../../island.tsx'
import cards from '../../ui/items/card-list.module.css'
import { ItemCard } from '../../ui/items/ItemCard.tsx'
import styles from './contents.module.css'

/** Renders the list alone, for screens that are one island. */
export function ContentsView({ contents }: { contents: readonly ContentView[] }): ReactElement {
  const { t, i18n } = useTranslation('common')
  const language = i18n.language as Language
  const ticket = (number: number): string => formatCount(number, language)
  return (
    <ul className={cards.list}>
      {contents.map(({ item, price, tickets, from, to }) => (
        <li key={item.id}>
          <ItemCard
            item={item}
            price={price}
            className={cards.card}
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
