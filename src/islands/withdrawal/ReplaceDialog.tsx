// The dialog that replaces an unavailable item: the items that its price allows, the chosen ones, and the rest of the price.
import { useStore } from '@nanostores/react'
import { type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { REPLACEMENTS_MOST } from '../../game/base/economy.ts'
import type { Language } from '../../game/base/language.ts'
import { itemName } from '../../game/catalogue/display-name.ts'
import { formatMoney } from '../../i18n/format.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import {
  $candidates,
  $isFull,
  $leftCents,
  $replaced,
  $replacedCents,
  $replacementSearch,
  $replacements,
  addReplacement,
  beginReplacing,
  confirmReplacements,
  loadCandidates,
  loadMoreCandidates,
  removeReplacement,
  searchReplacements,
} from '../../stores/withdrawal/replacements.ts'
import { CardSkeletons } from '../inventory/CardSkeletons.tsx'
import { Search } from '../inventory/Filters.tsx'
import { ItemGrid } from '../inventory/ItemGrid.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { ItemPicture } from '../ui/items/ItemPicture.tsx'
import light from '../ui/items/rarity-light.module.css'
import { Alert } from '../ui/messages/Alert.tsx'
import { Dialog } from '../ui/messages/Dialog.tsx'
import { EmptyState } from '../ui/messages/EmptyState.tsx'
import { flyToBalance } from '../ui/money/fly-to-balance.ts'
import { Price } from '../ui/money/Price.tsx'
import styles from './dialogs.module.css'

const close = (): void => beginReplacing(null)

export function ReplaceDialog(): ReactElement {
  const { t } = useTranslation('withdrawal')
  const replaced = useStore($replaced)
  return (
    <Dialog
      open={replaced !== null}
      onClose={close}
      label={t('replace.title')}
      className={classes(styles.panel, styles.wide)}
    >
      <ReplacementForm />
    </Dialog>
  )
}

function ReplacementForm(): ReactElement {
  const { t, i18n } = useTranslation('withdrawal')
  const replaced = useStore($replaced)
  const search = useStore($replacementSearch)
  const value = useStore($replacedCents)
  if (replaced === null) return <div />
  const item = itemName(replaced.item, i18n.language as Language)
  return (
    <div className={styles.choosing}>
      <h2>{t('replace.title')}</h2>
      <p>{t('replace.text', { item, price: formatMoney(value ?? replaced.price) })}</p>
      <Search label={t('replace.search')} value={search} onChange={searchReplacements} />
      <Candidates />
      <ChosenItems />
      <Confirm />
    </div>
  )
}

function Candidates(): ReactElement {
  const { t } = useTranslation(['withdrawal', 'common'])
  const { entries: found, total, status, more } = useStore($candidates)
  const chosen = useStore($replacements)
  const search = useStore($replacementSearch)
  const isFull = useStore($isFull)
  const left = useStore($leftCents)
  // Until the list for the rest of the price arrives, items that exceed it are hidden. An item can be chosen more than once.
  const affordable = useMemo(() => found.filter(({ price }) => price <= left), [found, left])
  const entries = useMemo(() => affordable.map(({ item, price }) => ({ key: item.id, item, price })), [affordable])
  if (entries.length === 0) {
    if (status === 'loading') return <CardSkeletons label={t('replace.loading')} />
    if (status === 'failed') {
      return (
        <EmptyState
          icon="alert"
          title={t('failed.title')}
          text={t('failed.text')}
          size="list"
          onRetry={() => void loadCandidates()}
        />
      )
    }
    const key = chosen.length > 0 ? 'replace.spent' : 'replace.none'
    return <EmptyState size="list" icon="search" title={t(`${key}.title`)} text={t(`${key}.text`)} />
  }
  return (
    <ItemGrid
      label={t('replace.list')}
      entries={entries}
      total={Math.max(entries.length, total - (found.length - entries.length))}
      isMultiple
      isSelected={(key) => chosen.some(({ item }) => item.id === key)}
      isFull={isFull}
      onToggle={(place) => {
        const target = affordable[place]
        if (target !== undefined) addReplacement(target)
      }}
      more={more}
      onMore={() => void loadMoreCandidates()}
      isBusy={status === 'loading'}
      listKey={`${search} ${left}`}
    />
  )
}

/** Lists the chosen items; a press removes one. */
function ChosenItems(): ReactElement {
  const { t, i18n } = useTranslation('withdrawal')
  const chosen = useStore($replacements)
  const left = useStore($leftCents)
  return (
    <section className={styles.chosen} aria-label={t('replace.chosen')}>
      <ul className={styles.items}>
        {chosen.map(({ item, price }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an item may be chosen twice; its place identifies it
          <li key={place} className={classes(light.lit, styles.item)} data-rarity={item.rarity}>
            <ItemPicture item={item} size="s" />
            <Price cents={price} className={styles.price} />
            <button
              type="button"
              className={styles.drop}
              aria-label={t('replace.drop', { item: itemName(item, i18n.language as Language) })}
              onClick={() => removeReplacement(place)}
            >
              <Icon name="close" size={14} />
            </button>
          </li>
        ))}
      </ul>
      <p className={styles.sum} role="status">
        <span>{t('replace.count', { chosen: chosen.length, most: REPLACEMENTS_MOST })}</span>
        <span>
          {t('replace.rest')}{' '}
          <strong>
            <Price cents={left} />
          </strong>
        </span>
      </p>
    </section>
  )
}

function Confirm(): ReactElement {
  const { t } = useTranslation('withdrawal')
  const chosen = useStore($replacements)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)

  const confirm = async (from: Element): Promise<void> => {
    setBusy(true)
    const place = from.getBoundingClientRect()
    const rest = $leftCents.get()
    const asked = await confirmReplacements()
    setBusy(false)
    if (asked.kind === 'done') {
      toast('success', asked.message)
      close()
      if (rest > 0) flyToBalance(place)
    } else setFault(asked.kind === 'refused' ? asked.message : t('askFailed'))
  }

  return (
    <>
      {fault === null ? null : <Alert text={fault} />}
      <div className={styles.actions}>
        <Button size="l" disabled={isBusy} onClick={close}>
          {t('replace.later')}
        </Button>
        <Button
          tone="signal"
          size="l"
          loading={isBusy}
          disabled={chosen.length === 0}
          onClick={(event) => void confirm(event.currentTarget)}
        >
          {t('replace.confirm')}
        </Button>
      </div>
    </>
  )
}
