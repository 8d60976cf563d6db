/** Texts of campaigns that a colleague must approve. */
export const texts = {
  approval: {
    decision: 'Decision',
    waits: 'Waiting for the approval of a colleague',
    waitsText:
      'A colleague must approve this campaign before it is sent. You will get an e-mail with the decision. Rs.\u00a0%{cost} is held until then, and released in full if the campaign is rejected or cancelled.',
    approvers: 'Who may approve it: %{names}.',
    waitsForYou: 'This campaign needs your approval before it is sent',
    waitsForYouText:
      '%{name} has created it. Rs.\u00a0%{cost} is held until you decide. Approve it, or reject it with a reason.',
    reason: 'Reason',
    reasonOptional: 'Reason (optional)',
    reasonHelp: 'Everybody in your account who sees campaigns can read this.',
    act: { approve: 'Approve campaign', reject: 'Reject campaign' },
    title: { approve: 'Approve “%{name}”?', reject: 'Reject “%{name}”?' },
    text: {
      approve:
        '%{count} message is sent for Rs.\u00a0%{cost}: now, or at the scheduled time. If your provider must approve it too, it waits for that first. |||| %{count} messages are sent for Rs.\u00a0%{cost}: now, or at the scheduled time. If your provider must approve them too, they wait for that first.',
      reject: 'Nothing is sent. Rs.\u00a0%{cost} and all package parts are released.',
    },
    done: { approve: '“%{name}” is approved.', reject: '“%{name}” is rejected.' },
    limit: 'Approval by a colleague',
    limitNone: 'Nobody has to approve campaigns of your team.',
    limitEvery: 'An owner must approve every campaign of colleagues who are not owners.',
    limitAbove:
      'An owner must approve campaigns of colleagues who are not owners once they send to more than %{above} recipients a day.',
    change: 'Change limit',
    limitText:
      'Campaigns of colleagues who are not owners are counted together for each day. Those above the limit wait until an owner approves them. Campaigns that already wait keep waiting.',
    limitField: 'Recipients a day without approval',
    limitHelp: 'Empty: nobody has to approve. 0: every campaign waits.',
    limitWrong: 'Enter a whole number from 0 to 100,000,000, or leave the field empty.',
    limitNotSaved: 'The limit was not changed',
    limitSaved: 'The limit was changed',
    save: 'Save limit',
  },
};
