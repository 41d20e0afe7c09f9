// The deposit dialog of players: opens on the app-wide event. Its form is loaded when it first opens.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onOpenPayment, openLogin } from '../../stores/kernel/modals.ts'
import { $user } from '../../stores/kernel/user.ts'
import { island } from '../island.tsx'
import { Late, latePart } from '../late-part.tsx'
import { Skeleton } from '../ui/lists/Skeleton.tsx'
import { Dialog } from '../ui/messages/Dialog.tsx'

const DialogForm = latePart(() => import('./DialogForm.tsx'), 'DialogForm')

function PaymentDialogView(): ReactElement | null {
  const { t } = useTranslation('shell')
  const { status } = useStore($user, { ssr: 'initial' })
  const [open, setOpen] = useState(false)

  useEffect(() => onOpenPayment(() => setOpen(true)), [])

  // A dialog that is requested before the session is known waits for it; a session may turn out to have ended.
  useEffect(() => {
    if (!open || status !== 'guest') return
    setOpen(false)
    openLogin()
  }, [open, status])

  if (status !== 'authorised') return null
  return (
    <Dialog open={open} onClose={() => setOpen(false)} label={t('account.deposit')}>
      <Late skeleton={<Skeleton width="100%" height={600} />}>
        <DialogForm />
      </Late>
    </Dialog>
  )
}

export const PaymentDialog = island(PaymentDialogView, { broken: 'nothing' })
