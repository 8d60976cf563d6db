-- How many of a campaign's Viber messages were read. The count stays when its messages are removed, and a file of all campaigns
-- need not read their messages.
ALTER TABLE campaign ADD read integer NOT NULL DEFAULT 0;

-- Of campaigns that servers of 0037 and later have sent; databases of before have none over Viber.
UPDATE campaign c SET read = r.n
FROM campaign v CROSS JOIN LATERAL (
  SELECT count(*) AS n FROM message m WHERE m.campaign = v.uuid AND m.read_at IS NOT NULL) r
WHERE v.channel = 'viber' AND c.uuid = v.uuid AND r.n > 0;
