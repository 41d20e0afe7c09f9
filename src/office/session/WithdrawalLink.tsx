// Opens a withdrawal of any state in its room.
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { Id } from '../parts/Plain.tsx'

export function WithdrawalLink({ id }: { id: string }): ReactElement {
  return (
    <Link to="/withdrawals" search={{ tab: 'all', withdrawal: id }}>
      <Id id={id} />
    </Link>
  )
}
