// The confirmation before items are withdrawn to Steam; asks for the trade URL when it is missing.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../game/base/language.ts'
import { itemName } from '../../game/catalogue/display-name.ts'
import type { OwnedItem } from '../../protocol/inventory.ts'
import { $settings } from '../../stores/account/settings.ts'
import { clearFilters } from '../../stores/inventory/inventory.ts'
import { toast } from '../../stores/kernel/toasts.ts'
import { $user } from '../../stores/kernel/user.ts'
import { $hold, loadHold, type WithdrawalOutcome, withdrawItems } from '../../stores/withdrawal/withdrawals.ts'
import { PriceDetails } from '../inventory/PriceDetails.tsx'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { ItemPicture } from '../ui/items/ItemPicture.tsx'
import light from '../ui/items/rarity-light.module.css'
import { Alert } from '../ui/messages/Alert.tsx'
import { Dialog } from '../ui/messages/Dialog.tsx'
import { Price } from '../ui/money/Price.tsx'
import { WaitAlert } from '../waiting/WaitWords.tsx'
import styles from './dialogs.module.css'
import { TradeLink } from './TradeLink.tsx'

interface WithdrawDialogProps {
  /** The dialog is open while there are items. */
  readonly items: readonly OwnedItem[]
  onClose(): void
}

export function WithdrawDialog({ items, onClose }: WithdrawDialogProps): ReactElement {
  const { t } = useTranslation('withdrawal')
  return (
    <Dialog open={items.length > 0} onClose={onClose} label={t('dialog.title')} className={styles.panel}>
      <Confirmation items={items} onClose={onClose} />
    </Dialog>
  )
}

function Confirmation({ items, onClose }: WithdrawDialogProps): ReactElement {
  const { t } = useTranslation('withdrawal')
  const user = useStore($user)
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<WithdrawalOutcome | null>(null)
  const tradeLink = user.status === 'authorised' ? user.user.tradeLink : null
  const sum = items.reduce((cents, { price }) => cents + price, 0)

  const withdraw = async (): Promise<void> => {
    setBusy(true)
    const outcome = await withdrawItems(items.map(({ id }) => id))
    setBusy(false)
    setAsked(outcome)
    if (outcome.kind !== 'done') return
    // The filter that found the items would leave an empty list.
    clearFilters()
    toast('success', outcome.message, { link: '/dashboard?tab=withdrawals' })
    onClose()
  }

  return (
    <div className={styles.confirmation}>
      <h2>{t('dialog.title')}</h2>
      <Items items={items} />
      <p className={styles.sum}>
        <span>{t('dialog.count', { count: items.length })}</span>
        <strong>
          <Price cents={sum} />
        </strong>
      </p>
      <PriceDetails items={[...new Map(items.map(({ item }) => [item.id, item])).values()]} />
      <p>{t('dialog.text')}</p>
      <HoldNotice />
      {tradeLink === null ? (
        // Asked for here: the selection of items is lost on the way to the settings.
        <>
          <Alert tone="warn" title={t('dialog.missing.title')} text={t('dialog.missing.text')} />
          <TradeLink />
        </>
      ) : (
        <SandboxLink tradeLink={tradeLink} />
      )}
      {asked === null || asked.kind === 'done' ? null : (
        <Alert text={asked.kind === 'refused' ? asked.message : t('askFailed')} />
      )}
      <div className={styles.actions}>
        <Button size="l" disabled={isBusy} onClick={onClose}>
          {t('dialog.keep')}
        </Button>
        <Button
          tone="signal"
          size="l"
          icon="steam"
          loading={isBusy}
          disabled={tradeLink === null}
          onClick={() => void withdraw()}
        >
          {t('dialog.withdraw')}
        </Button>
      </div>
    </div>
  )
}

/** Says when items can leave, if they cannot at once, and what has to be staked before. */
function HoldNotice(): ReactElement {
  const { wait, turnover } = useStore($hold)
  useEffect(() => void loadHold(), [])
  return (
    <>
      {turnover === null ? null : <WaitAlert wait={turnover} />}
      {wait === null ? null : <WaitAlert wait={wait} />}
    </>
  )
}

function Items({ items }: { items: readonly OwnedItem[] }): ReactElement {
  const { i18n } = useTranslation()
  return (
    <ul className={styles.items}>
      {items.map(({ id, item, price }) => (
        <li key={id} className={classes(light.lit, styles.item)} data-rarity={item.rarity}>
          <ItemPicture item={item} size="s" />
          <span className="unseen">{itemName(item, i18n.language as Language)} </span>
          <Price cents={price} className={styles.price} />
        </li>
      ))}
    </ul>
  )
}

/** Links, in the sandbox, to the page where visitors set the stock of the shop. */
function SandboxLink({ tradeLink }: { tradeLink: string }): ReactElement | null {
  const { t } = useTranslation('withdrawal')
  const settings = useStore($settings)
  const partner = new URL(tradeLink).searchParams.get('partner')
  if (settings?.mode !== 'sandbox' || partner === null) return null
  return (
    <p className={styles.sandbox}>
      <a href={`/sandbox/trade?${new URLSearchParams({ partner })}`}>{t('dialog.sandbox')}</a>
    </p>
  )
}
