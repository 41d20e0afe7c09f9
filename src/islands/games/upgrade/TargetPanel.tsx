// The choice of the target: by multiplier or chance, or from the list.

import { useStore } from '@nanostores/react'
import { type ReactElement, useDeferredValue, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { UPGRADE_CHANCES, UPGRADE_MULTIPLIERS } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { type Cents, cents } from '../../../game/base/money.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { quoteUpgrade } from '../../../game/games/upgrade.ts'
import { priceAtChance, priceAtMultiplier } from '../../../game/games/upgrade-targets.ts'
import { formatCount, formatMultiplier, formatPercent } from '../../../i18n/format.ts'
import type { Target } from '../../../protocol/inventory.ts'
import { $locked, $stakeCents, $target, setTarget } from '../../../stores/games/upgrade.ts'
import {
  $filters,
  $pick,
  $targets,
  changeFilters,
  loadMoreTargets,
  loadTargets,
  pickNearestTarget,
  watchTargets,
} from '../../../stores/games/upgrade-targets.ts'
import { CardSkeletons } from '../../inventory/CardSkeletons.tsx'
import { Choice, RarityChoice, Search } from '../../inventory/Filters.tsx'
import filters from '../../inventory/filters.module.css'
import type { GridEntry } from '../../inventory/GridCell.tsx'
import { ItemGrid } from '../../inventory/ItemGrid.tsx'
import { PriceDetails } from '../../inventory/PriceDetails.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { MoneySign } from '../../ui/MoneySign.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import styles from './panel.module.css'

export function TargetPanel(): ReactElement {
  useEffect(watchTargets, [])
  return (
    <>
      <Quick />
      <Filters />
      <List />
      <TargetPrice />
    </>
  )
}

/** Says what the price of the target rests on. */
function TargetPrice(): ReactElement {
  const target = useStore($target, { ssr: 'initial' })
  return <PriceDetails items={target === null ? [] : [target.item]} />
}

/** Renders the quick choices by multiplier and by chance. */
function Quick(): ReactElement {
  const { t, i18n } = useTranslation('upgrade')
  const language = i18n.language as Language
  const stakeCents = useStore($stakeCents)
  const isLocked = useStore($locked, { ssr: 'initial' })
  const pick = useStore($pick, { ssr: 'initial' })
  const { edge } = useStore($targets, { ssr: 'initial' })
  const isIdle = stakeCents === 0 || isLocked
  const says = pick === 'none' ? t('quick.none') : pick === 'failed' ? t('quick.failed') : null
  return (
    <div className={styles.quick}>
      <fieldset className={styles.chips} disabled={isIdle}>
        <legend className="unseen">{t('quick.multiplier')}</legend>
        {UPGRADE_MULTIPLIERS.map((multiplier) => (
          <button
            key={multiplier}
            type="button"
            className={styles.chip}
            onClick={() => void pickNearestTarget(priceAtMultiplier(stakeCents, multiplier, edge))}
          >
            {formatMultiplier(multiplier, language)}
          </button>
        ))}
      </fieldset>
      <fieldset className={styles.chips} disabled={isIdle}>
        <legend className="unseen">{t('quick.chance')}</legend>
        {UPGRADE_CHANCES.map((tickets) => (
          <button
            key={tickets}
            type="button"
            className={styles.chip}
            onClick={() => void pickNearestTarget(priceAtChance(stakeCents, tickets, edge))}
          >
            {formatPercent(chanceOf(tickets), language)}
          </button>
        ))}
      </fieldset>
      <p className={styles.message} role="status">
        {says ?? (stakeCents === 0 ? t('quick.first') : null)}
      </p>
    </div>
  )
}

function Filters(): ReactElement {
  const { t } = useTranslation(['upgrade', 'inventory'])
  const { q, rarity, sort, least, most, isAll } = useStore($filters, { ssr: 'initial' })
  const sorts = (['cheap', 'dear'] as const).map((value) => ({ value, label: t(`inventory:sort.${value}`) }))
  return (
    <>
      <div className={filters.filters}>
        <Search label={t('targets.search')} value={q} onChange={(text) => changeFilters({ q: text })} />
        <RarityChoice value={rarity} onChange={(chosen) => changeFilters({ rarity: chosen })} />
        <Choice
          label={t('inventory:sort.label')}
          icon="sort"
          options={sorts}
          value={sort}
          onChange={(chosen) => changeFilters({ sort: chosen })}
        />
        <Bound label={t('targets.least')} value={least} onChange={(text) => changeFilters({ least: text })} />
        <Bound label={t('targets.most')} value={most} onChange={(text) => changeFilters({ most: text })} />
      </div>
      <Checkbox checked={isAll} onChange={(chosen) => changeFilters({ isAll: chosen })}>
        {t('targets.all')}
      </Checkbox>
    </>
  )
}

function Bound({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  return (
    <label className={styles.frame}>
      <span className="unseen">{label}</span>
      <MoneySign side="before" />
      <input
        inputMode="decimal"
        autoComplete="off"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <MoneySign side="after" />
    </label>
  )
}

/** Returns the card of a target, with its chance for the stake. */
function entryOf({ item, price, edge }: Target, stakeCents: Cents, language: Language, word: string): GridEntry {
  const entry = { key: item.id, item, price }
  if (stakeCents === 0) return entry
  const quote = quoteUpgrade({ itemsCents: [], balanceCents: stakeCents }, cents(price), edge)
  const chance = quote.ok ? formatPercent(chanceOf(quote.offer.tickets), language) : '—'
  const note = (
    <>
      <span className="unseen">{word} </span>
      {chance}
    </>
  )
  return { ...entry, note }
}

function List(): ReactElement {
  const { t, i18n } = useTranslation(['upgrade', 'common', 'inventory'])
  const targets = useStore($targets, { ssr: 'initial' })
  const shown = useStore($filters, { ssr: 'initial' })
  const target = useStore($target, { ssr: 'initial' })
  const stakeCents = useDeferredValue(useStore($stakeCents))
  const isLocked = useStore($locked, { ssr: 'initial' })
  const { items, status, total, more } = targets
  const language = i18n.language as Language
  const entries = useMemo(
    () => items.map((offered) => entryOf(offered, stakeCents, language, t('facts.chance'))),
    [items, stakeCents, language, t],
  )
  if (entries.length === 0) return <NoTargets />
  return (
    <>
      <ItemGrid
        label={t('targets.title')}
        entries={entries}
        total={total}
        isMultiple={false}
        hasNotes
        isSelected={(key) => key === target?.item.id}
        isFull={false}
        isLocked={isLocked}
        onToggle={(place) => {
          const chosen = items[place]
          if (chosen !== undefined) setTarget(chosen.item.id === target?.item.id ? null : chosen)
        }}
        more={more}
        onMore={() => void loadMoreTargets()}
        isBusy={status === 'loading'}
        listKey={`${JSON.stringify(shown)} ${shown.isAll ? '' : stakeCents}`}
      />
      <p className={styles.total} role="status">
        {status === 'ready' ? t('targets.total', { count: total, shown: formatCount(total, language) }) : null}
      </p>
    </>
  )
}

/** Renders what replaces an empty list: skeletons, a failure, or a hint. */
function NoTargets(): ReactElement {
  const { t } = useTranslation(['upgrade', 'common'])
  const { status, old } = useStore($targets, { ssr: 'initial' })
  const { q, rarity, least, most } = useStore($filters, { ssr: 'initial' })
  if (status === 'loading') return <CardSkeletons label={t('targets.loading')} />
  if (status === 'failed') {
    return (
      <EmptyState
        icon="alert"
        title={t('targets.failed.title')}
        text={t('targets.failed.text')}
        size="list"
        onRetry={() => void loadTargets()}
      />
    )
  }
  if (old > 0 && q === '' && rarity === null && least === '' && most === '') {
    return (
      <EmptyState
        size="list"
        icon="clock"
        title={t('targets.old.title')}
        text={t('targets.old.text')}
        onRetry={() => void loadTargets()}
      />
    )
  }
  return (
    <EmptyState size="list" icon="search" title={t('targets.none.title')} text={t('targets.none.text')}>
      <Button onClick={() => changeFilters({ q: '', rarity: null, least: '', most: '' })}>
        {t('targets.none.action')}
      </Button>
    </EmptyState>
  )
}
