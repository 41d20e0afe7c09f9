// The items of the player to choose from: searched, sorted, filtered, and smooth with ten thousand of them.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ItemSort, OwnedItem } from '../../contract/inventory.ts'
import type { Language } from '../../game/language.ts'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import {
  $inventory,
  type Inventory,
  loadInventory,
  loadMore,
  setRarity,
  setSearch,
  setSort,
  watchInventory,
} from '../../stores/inventory.ts'
import { Button } from '../ui/Button.tsx'
import { SignInButton } from '../ui/SignInButton.tsx'
import { Choice, RarityChoice, Search } from './Filters.tsx'
import filters from './filters.module.css'
import type { GridEntry } from './GridCell.tsx'
import { ItemGrid } from './ItemGrid.tsx'
import { ListState } from './ListState.tsx'
import styles from './picker.module.css'

export interface InventoryPickerProps {
  readonly selected: ReadonlyMap<string, OwnedItem>
  /** Chooses an item or puts it back. */
  onToggle(item: OwnedItem): void
  /** Chooses many at once; left out, they are chosen one after the other, and what does not fit is to be ignored. */
  onAll?(items: readonly OwnedItem[]): void
  /** No more can be chosen. */
  readonly isFull: boolean
  /** A game runs. */
  readonly isLocked?: boolean
}

const SORTS: readonly ItemSort[] = ['new', 'old', 'dear', 'cheap']

/** Reads the inventory while a picker is there. */
function watch(): () => void {
  // From the back-forward cache: items may have been used or won meanwhile.
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

/** The entry of each item stays the same object while lists come and go: a card is drawn again only when it changes. */
const ENTRIES = new WeakMap<OwnedItem, GridEntry>()

function entryOf(owned: OwnedItem): GridEntry {
  const known = ENTRIES.get(owned)
  if (known !== undefined) return known
  const entry = { key: owned.id, item: owned.item, price: owned.price }
  ENTRIES.set(owned, entry)
  return entry
}

/** Its height is that of `--picker-height` and of the fields above. */
export function InventoryPicker({
  selected,
  onToggle,
  onAll,
  isFull,
  isLocked = false,
}: InventoryPickerProps): ReactElement {
  const { t, i18n } = useTranslation('inventory')
  const inventory = useStore($inventory, { ssr: 'initial' })
  useEffect(watch, [])
  const { items, total, sort, rarity, q, more, status } = inventory
  const entries = useMemo(() => items.map(entryOf), [items])
  const unchosen = isFull || isLocked ? [] : items.filter(({ id }) => !selected.has(id))
  const chooseAll = (): void => {
    if (onAll !== undefined) onAll(unchosen)
    else for (const item of unchosen) onToggle(item)
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
          isSelected={(key) => selected.has(key)}
          isFull={isFull}
          isLocked={isLocked}
          onToggle={(place) => {
            const item = items[place]
            if (item !== undefined && (!isFull || selected.has(item.id))) onToggle(item)
          }}
          onAll={chooseAll}
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
          <button type="button" disabled={unchosen.length === 0} onClick={chooseAll}>
            {t('chooseAll')}
          </button>
        )}
      </div>
    </div>
  )
}

/** What stands in place of the items where there are none. */
function State({ inventory }: { inventory: Inventory }): ReactElement {
  const { t } = useTranslation(['inventory', 'common'])
  const { status, rarity, q } = inventory
  if (status === 'loading') return <ListState kind="loading" text={t('loading')} />
  if (status === 'guest') {
    return (
      <ListState kind="message" icon="user" title={t('guest.title')} text={t('guest.text')}>
        <SignInButton />
      </ListState>
    )
  }
  if (status === 'failed') {
    return (
      <ListState kind="message" icon="alert" title={t('failed.title')} text={t('failed.text')}>
        <Button icon="refresh" onClick={() => void loadInventory()}>
          {t('common:actions.retry')}
        </Button>
      </ListState>
    )
  }
  if (rarity !== null || q.trim() !== '') {
    return (
      <ListState kind="message" icon="search" title={t('none.title')} text={t('none.text')}>
        <Button
          onClick={() => {
            setRarity(null)
            setSearch('')
          }}
        >
          {t('none.action')}
        </Button>
      </ListState>
    )
  }
  return (
    <ListState kind="message" icon="cases" title={t('empty.title')} text={t('empty.text')}>
      <Button icon="cases" href="/">
        {t('empty.action')}
      </Button>
    </ListState>
  )
}
