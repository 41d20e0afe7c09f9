// Signing out, as the header and the side menu offer it: busy while it runs, a message when it did not work.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../stores/toasts.ts'
import { logout } from '../../stores/user.ts'

export interface Leaving {
  leaving: boolean
  leave: () => void
}

/** Signs out; the page is read anew when that is done. */
export function useLogout(): Leaving {
  const { t } = useTranslation('shell')
  const [leaving, setLeaving] = useState(false)
  const leave = (): void => {
    setLeaving(true)
    logout().catch((fault: unknown) => {
      console.error('Signing out failed', fault)
      setLeaving(false)
      toast('error', t('account.logoutFailed'))
    })
  }
  return { leaving, leave }
}
