// Why withdrawals of a player are frozen because of a deposit.

export const FREEZE_REASONS = ['dispute', 'fraud-warning', 'deposit-check', 'debt'] as const
