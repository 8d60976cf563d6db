-- Texts of messages are hidden from staff who lack `message-text get`. Administrators with pairs of their own, which the
-- role's new pair does not reach, keep what they could read: those who may read messages or campaigns get it.
UPDATE users SET ui_permissions = ui_permissions || '[["message-text", "get"]]'
WHERE role = 'admin' AND ui_permissions IS NOT NULL
  AND NOT ui_permissions @> '[["message-text", "get"]]'
  AND (ui_permissions @> '[["sms-dispatch", "get"]]' OR ui_permissions @> '[["campaign-list", "get"]]'
    OR ui_permissions @> '[["campaign-oversight", "get"]]');
