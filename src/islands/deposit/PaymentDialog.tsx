// The deposit dialog: opens on the app-wide event, for players alone; a guest is asked to sign in. Its form is loaded when it is
// first asked for.
import { useStore } from '@nanostores/react'
import { lazy, type ReactElement, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onOpenPayment, openLogin } from '../../stores/modals.ts'
import { $user } from '../../stores/user.ts'
import { island } from '../island.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

const DialogForm = lazy(async () => ({ default: (await import('./DialogForm.tsx')).DialogForm }))

function PaymentDialogView(): ReactElement | null {
  const { t } = useTranslation('shell')
  const { status } = useStore($user, { ssr: 'initial' })
  const [open, setOpen] = useState(false)

  useEffect(
    () =>
      onOpenPayment(() => {
        // A page with the form needs no second one over it.
        const form = document.getElementById('deposit')
        if (form === null) setOpen(true)
        else form.focus()
      }),
    [],
  )

  // Asked for before it was known who asks, it waits for that.
  useEffect(() => {
    if (!open || status !== 'guest') return
    setOpen(false)
    openLogin()
  }, [open, status])

  if (status !== 'authorised') return null
  return (
    <Dialog open={open} onClose={() => setOpen(false)} label={t('account.deposit')}>
      <Suspense fallback={<Skeleton width="100%" height={600} />}>
        <DialogForm />
      </Suspense>
    </Dialog>
  )
}

export const PaymentDialog = island(PaymentDialogView)
