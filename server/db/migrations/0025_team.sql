-- Colleagues of a customer's account. What one may do are the pairs in users.ui_permissions; a role is a list of them
-- (schema/teamRoles.ts).
ALTER TABLE users
  -- Messages that this user may send on a calendar day in Nepal; null: no limit of their own.
  ADD daily_cap integer CHECK (daily_cap > 0);
