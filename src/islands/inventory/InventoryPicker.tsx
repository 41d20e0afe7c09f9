// The player's items to choose from, with search, order and filter; renders only the visible rows of ten thousand items.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import type { ItemSort, OwnedItem } from '../../protocol/inventory.ts'
import {
  $inventory,
  clearFilters,
  dearestItems,
  type Inventory,
  loadInventory,
  loadMore,
  setRarity,
  setSearch,
  setSort,
  watchInventory,
} from '../../stores/inventory/inventory.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { Button } from '../ui/controls/Button.tsx'
import { SignInButton } from '../ui/controls/SignInButton.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { WaitMark } from '../waiting/WaitWords.tsx'
import { CardSkeletons } from './CardSkeletons.tsx'
import { Choice, RarityChoice, Search } from './Filters.tsx'
import filters from './filters.module.css'
import type { GridEntry } from './GridCell.tsx'
import { ItemGrid } from './ItemGrid.tsx'
import styles from './picker.module.css'

export interface InventoryPickerProps {
  readonly selected: ReadonlyMap<string, OwnedItem>
  /** Selects an item, or deselects it. */
  onToggle(item: OwnedItem): void
  /** Selects many items at once, in addition to those that are selected. */
  onAll(items: readonly OwnedItem[]): void
  /** How many further items can be selected; without it any number. */
  readonly room?: number
  /** Whether a game runs. */
  readonly isLocked?: boolean
}

const SORTS: readonly ItemSort[] = ['new', 'old', 'dear', 'cheap']

/** Reads the inventory while a picker is mounted; returns the function that stops it. */
function watch(): () => void {
  // A page restored from the back-forward cache may have outdated items.
  const restored = (event: PageTransitionEvent): void => {
    if (event.persisted) void loadInventory()
  }
  window.addEventListener('pageshow', restored)
  const stop = watchInventory()
  return () => {
    window.removeEventListener('pageshow', restored)
    stop()
  }
}

/** Caches the entry of each item, so that a card renders again only when its item changes. */
const ENTRIES = new WeakMap<OwnedItem, GridEntry>()

function entryOf(owned: OwnedItem): GridEntry {
  const known = ENTRIES.get(owned)
  if (known !== undefined) return known
  const { id, item, price } = owned
  const note = noteOf(owned)
  const entry = { key: id, item, price, ...(note === undefined ? {} : { note }), isBlocked: isBlocked(owned) }
  ENTRIES.set(owned, entry)
  return entry
}

/** Returns what the card of an item says below its price: why it waits, or what it was won at. */
function noteOf({ price, won_price, wait }: OwnedItem): ReactElement | undefined {
  if (wait !== undefined) return <WaitMark wait={wait} />
  return price < won_price ? <Fallen from={won_price} /> : undefined
}

/** Says why an item sells and is staked for less than it was won at. */
function Fallen({ from }: { from: number }): ReactElement {
  const { t } = useTranslation('inventory')
  const words = t('fallen', { price: formatMoney(from) })
  return (
    <span title={words}>
      <s aria-hidden="true">{formatMoney(from)}</s>
      <span className="unseen">{words}</span>
    </span>
  )
}

/** Tells whether an item cannot be selected: its price is held. */
const isBlocked = ({ wait }: OwnedItem): boolean => wait?.reason === 'price'

/** Renders the picker, whose height is `--picker-height` plus the filters. */
export function InventoryPicker({
  selected,
  onToggle,
  onAll,
  room = Number.POSITIVE_INFINITY,
  isLocked = false,
}: InventoryPickerProps): ReactElement {
  const { t, i18n } = useTranslation(['inventory', 'common'])
  const inventory = useStore($inventory, { ssr: 'initial' })
  useEffect(watch, [])
  const { items, total, sort, rarity, q, more, status } = inventory
  const entries = useMemo(() => items.map(entryOf), [items])
  const isFull = room === 0
  const isFree = (item: OwnedItem): boolean => !isBlocked(item) && !selected.has(item.id)
  const unchosen = isFull || isLocked ? [] : items.filter(isFree)
  // When there is no room for all, it chooses the most expensive ones. The order of the list does not matter.
  const isPart = room < unchosen.length
  const chooseAll = async (): Promise<void> => {
    const chosen = isPart ? await dearestItems() : unchosen
    if (chosen === null) toast('error', t('common:errors.offline'))
    else onAll(chosen.filter(isFree).slice(0, room))
  }
  const sorts = SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))
  return (
    <div className={styles.picker}>
      <div className={filters.filters}>
        <Search label={t('searchMine')} value={q} onChange={setSearch} />
        <RarityChoice value={rarity} onChange={setRarity} />
        <Choice label={t('sort.label')} icon="sort" options={sorts} value={sort} onChange={setSort} />
      </div>
      {entries.length === 0 ? (
        <State inventory={inventory} />
      ) : (
        <ItemGrid
          label={t('mine')}
          entries={entries}
          total={Math.max(total.count, entries.length)}
          isMultiple
          hasNotes={entries.some(({ note }) => note !== undefined)}
          isSelected={(key) => selected.has(key)}
          isFull={isFull}
          isLocked={isLocked}
          onToggle={(place) => {
            const item = items[place]
            if (item !== undefined && (selected.has(item.id) || !(isFull || isBlocked(item)))) onToggle(item)
          }}
          onAll={() => void chooseAll()}
          more={more}
          onMore={() => void loadMore()}
          isBusy={status === 'loading'}
          listKey={`${sort} ${rarity} ${q}`}
        />
      )}
      <div className={styles.foot}>
        <p role="status">
          {status === 'ready'
            ? t(total.least === true ? 'totalLeast' : 'total', {
                count: total.count,
                shown: formatCount(total.count, i18n.language as Language),
                sum: formatMoney(total.sum),
              })
            : null}
        </p>
        {entries.length === 0 ? null : (
          <button type="button" disabled={unchosen.length === 0} onClick={() => void chooseAll()}>
            {isPart ? t('chooseDearest', { count: room }) : t('chooseAll')}
          </button>
        )}
      </div>
    </div>
  )
}

/** Shows why there are no items, or skeletons while they are loading. */
function State({ inventory }: { inventory: Inventory }): ReactElement {
  const { t } = useTranslation(['inventory', 'common'])
  const { status, rarity, q } = inventory
  if (status === 'loading') return <CardSkeletons label={t('loading')} />
  if (status === 'guest') {
    return (
      <EmptyState size="list" icon="user" title={t('guest.title')} text={t('guest.text')}>
        <SignInButton />
      </EmptyState>
    )
  }
  if (status === 'failed') {
    return (
      <EmptyState
        icon="alert"
        title={t('failed.title')}
        text={t('failed.text')}
        size="list"
        onRetry={() => void loadInventory()}
      />
    )
  }
  if (rarity !== null || q.trim() !== '') {
    return (
      <EmptyState size="list" icon="search" title={t('none.title')} text={t('none.text')}>
        <Button onClick={clearFilters}>{t('none.action')}</Button>
      </EmptyState>
    )
  }
  return (
    <EmptyState size="list" icon="cases" title={t('empty.title')} text={t('empty.text')}>
      <Button icon="cases" href="/">
        {t('empty.action')}
      </Button>
    </EmptyState>
  )
}
