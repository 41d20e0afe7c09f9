// Adds items of the shop to a list of tickets.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CASE_ITEMS } from '../../../game/base/economy.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import type { Items, ShopItem } from './catalogue.ts'
import type { EntriesProps } from './entries-props.ts'
import { ItemSearch } from './ItemSearch.tsx'
import type { TicketLine } from './returns.ts'

interface AddItemsProps extends EntriesProps {
  onClose: () => void
}

/** Puts an item where its price belongs: the dearest are first. */
function withItem(entries: readonly TicketLine[], item: ShopItem, items: Items): readonly TicketLine[] {
  const cheaper = entries.findIndex(({ item: id }) => (items.byId.get(id)?.priceCents ?? 0) < item.priceCents)
  return entries.toSpliced(cheaper === -1 ? entries.length : cheaper, 0, { item: item.id, tickets: 1 })
}

export function AddItems({ entries, items, locked, onChange, onClose }: AddItemsProps): ReactElement {
  const { t } = useTranslation('officeItems')
  const isFull = entries.length >= CASE_ITEMS.most
  const isIn = (item: ShopItem): boolean => entries.some(({ item: id }) => id === item.id)
  return (
    <Dialog open onClose={onClose} title={t('add.title')}>
      <ItemSearch
        items={items}
        actOf={(name) => t('add.item', { name })}
        isChosen={isIn}
        reasonOf={(item) => (isIn(item) ? t('add.there') : isFull ? t('add.full', { most: CASE_ITEMS.most }) : locked)}
        onChoose={(item) => onChange(withItem(entries, item, items))}
      />
      <DialogActions>
        <Button tone="signal" onClick={onClose}>
          {t('add.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
