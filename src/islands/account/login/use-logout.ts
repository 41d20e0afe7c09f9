// Signing out from the header and the side menu: busy while it runs, with a message when it fails.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toast } from '../../../stores/kernel/toasts.ts'
import { logout } from '../../../stores/kernel/user.ts'

export interface Leaving {
  leaving: boolean
  leave: () => void
}

/** Returns the function that signs out, after which the page reloads, and whether it runs. */
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
