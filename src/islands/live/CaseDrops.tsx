// The last drops of a case, everybody's or the player's own, in one row that scrolls.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { itemName } from '../../game/catalogue/display-name.ts'
import { $caseDrops, loadCaseDrops, watchCaseDrops, withLive } from '../../stores/live/case-drops.ts'
import { $live } from '../../stores/live/live.ts'
import type { FeedDrop } from '../../stores/live/live-drop.ts'
import { island } from '../island.tsx'
import { Segmented } from '../ui/controls/Segmented.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ItemCard } from '../ui/items/ItemCard.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import type { Elements } from '../ui/own-element.tsx'
import styles from './case-drops.module.css'

const PLACEHOLDERS = Array.from({ length: 8 }, (_, place) => place)

type Whose = 'all' | 'own'

interface CaseDropsProps {
  /** The case. */
  url: string
}

function CaseDropsView({ url }: CaseDropsProps): ReactElement {
  const { t } = useTranslation('case')
  const { status, drops, own } = useStore($caseDrops, { ssr: 'initial' })
  const live = useStore($live, { ssr: 'initial' })
  const [chosen, setChosen] = useState<Whose>('all')
  useEffect(() => watchCaseDrops(url), [url])
  const whose = own === null ? 'all' : chosen
  return (
    <>
      <div className={styles.head}>
        <h2 id="drops">{t('drops.title')}</h2>
        {own !== null && (
          <Segmented
            label={t('drops.whose')}
            options={(['all', 'own'] as const).map((value) => ({ value, label: t(`drops.${value}`) }))}
            value={whose}
            onChange={setChosen}
            className={styles.whose}
          />
        )}
      </div>
      <div className={styles.place} aria-busy={status === 'loading'}>
        {(status === 'waiting' || status === 'loading') && <Placeholders />}
        {status === 'failed' && (
          <EmptyState size="list" icon="alert" text={t('drops.failed')} onRetry={() => void loadCaseDrops()} />
        )}
        {status === 'ready' && whose === 'all' && (
          <Row none={t('drops.none')}>
            {withLive(drops, live.all, url).map((drop) => (
              <DropEntry key={drop.id} drop={drop} by={<PlayerLink user={drop.user} />} />
            ))}
          </Row>
        )}
        {status === 'ready' && whose === 'own' && (
          <Row none={t('drops.noneOwn')}>{own?.map((drop) => <DropEntry key={drop.id} drop={drop} />) ?? []}</Row>
        )}
      </div>
    </>
  )
}

function Placeholders(): ReactElement {
  return (
    <ul className={styles.row}>
      {PLACEHOLDERS.map((place) => (
        <li key={place}>
          <Skeleton shape="card" className={styles.placeholder} />
        </li>
      ))}
    </ul>
  )
}

function Row({ none, children }: { none: string; children: readonly ReactElement[] }): ReactElement {
  if (children.length === 0) return <EmptyState size="list" icon="cases" text={none} />
  return <ul className={styles.row}>{children}</ul>
}

interface DropEntryProps {
  drop: Pick<FeedDrop, 'item' | 'price' | 'proof'> & { readonly isNew?: boolean }
  by?: Elements
}

function DropEntry({ drop: { item, price, proof, isNew }, by }: DropEntryProps): ReactElement {
  const { t, i18n } = useTranslation('case')
  const name = itemName(item, i18n.language as Language)
  return (
    <li data-new={isNew || undefined}>
      <ItemCard
        item={item}
        price={price}
        className={styles.card}
        note={
          <span className={styles.note}>
            {by}
            {typeof proof === 'string' && (
              <a className={styles.proof} href={proof} aria-label={t('result.proofItem', { item: name })}>
                <Icon name="shield" size={16} />
                {by === undefined && <span aria-hidden="true">{t('result.proof')}</span>}
              </a>
            )}
          </span>
        }
      />
    </li>
  )
}

/** Links to the public page of a player; players who hide have none. */
function PlayerLink({ user: { id, username } }: Pick<FeedDrop, 'user'>): ReactElement {
  const { t } = useTranslation('live')
  if (username === null) return <span className={styles.by}>{t('hidden')}</span>
  return (
    <a className={styles.by} href={`/user/${id}`}>
      {username}
    </a>
  )
}

export const CaseDrops = island(CaseDropsView)
